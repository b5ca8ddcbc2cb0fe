-- Posts a new animal with each request; the argument begins their ids.
local prefix, number, redirects, others = "", 0, 0, 0
local threads = {}

setup = function(thread) table.insert(threads, thread) end

init = function(arguments)
  prefix = arguments[1]
  redirects_count, others_count = 0, 0
end

request = function()
  number = number + 1
  local form = "id=" .. prefix .. "-" .. number .. "&name=Fish+" .. number
    .. "&diet=Carnivore&categoryId=Fish"
  return wrk.format(
    "POST", "/animals/animalEditor/onTapAddAnimalButton",
    { ["Content-Type"] = "application/x-www-form-urlencoded" }, form)
end

response = function(status)
  if status == 303 then redirects_count = redirects_count + 1
  else others_count = others_count + 1 end
end

done = function()
  for _, thread in ipairs(threads) do
    redirects = redirects + thread:get("redirects_count")
    others = others + thread:get("others_count")
  end
  print("redirects: " .. redirects .. " others: " .. others)
end
