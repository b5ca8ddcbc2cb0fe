// net/http with html/template, rendered for each request: main PORT DATA.
package main

import (
	"bytes"
	"encoding/json"
	"html/template"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// The types mark HTML and URLs, which are not escaped; the rest is escaped as text.
type page struct {
	Head template.HTML
	Tail template.HTML
	Rows []struct {
		ID        string
		Href      template.URL
		Magnitude string
		Colour    string
		Name      string
		Note      string
		Time      string
		Number    string
		Clock     string
		Ago       string
	}
}

var document = template.Must(template.New("page").Parse(
	`{{.Head}}{{range .Rows}}<li><a class="row" id="{{.ID}}" href="{{.Href}}">` +
		`<span class="mag {{.Colour}}"{{if .Number}} data-magnitude="{{.Number}}"{{end}}><span class="vh">Magnitude </span>{{.Magnitude}}</span>` +
		`<span class="row-text"><span class="row-name" dir="auto">{{.Name}}</span>` +
		`<span class="row-note">{{.Note}}</span></span><span class="row-end">` +
		`<time datetime="{{.Time}}">{{.Clock}}</time>` +
		`<span>{{.Ago}}</span></span></a></li>` +
		`{{end}}{{.Tail}}`))

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: main PORT DATA")
	}
	text, err := os.ReadFile(filepath.Join(os.Args[2], "rows.json"))
	if err != nil {
		log.Fatal(err)
	}
	var data page
	if err := json.Unmarshal(text, &data); err != nil {
		log.Fatal(err)
	}

	// Content-Length requires a complete page, so pages are rendered into pooled buffers.
	buffers := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	http.HandleFunc("/", func(response http.ResponseWriter, _ *http.Request) {
		buffer := buffers.Get().(*bytes.Buffer)
		defer buffers.Put(buffer)
		buffer.Reset()
		if err := document.Execute(buffer, &data); err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
			return
		}
		response.Header().Set("Content-Type", "text/html; charset=utf-8")
		response.Header().Set("Content-Length", strconv.Itoa(buffer.Len()))
		_, _ = response.Write(buffer.Bytes())
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
