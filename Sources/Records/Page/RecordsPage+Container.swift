import ImmutableData
public import ImmutableUI
package import Look
import Markup
import TextSearch

extension RecordsPage {
  /// Selects and formats the content of the page.
  public struct Container: ImmutableUI.Container {
    /// A reader of the store.
    public typealias Select = ImmutableUI.Select<RecordsState<Entity>, RecordsAction<Entity>>

    /// The location of the request, and that of the links of the page.
    private let requested, location: RecordsLocation<Entity>
    /// The form or the dialog that the request asks for.
    private let content: EditingPage<Entity>
    let context: RecordsContext
    private let lists: ListCache<Entity>

    /// - Parameter location: the location in the guide.
    public init(location: RecordsLocation<Entity>) {
      self.init(location: location, content: EditingPage())
    }

    init(
      location: RecordsLocation<Entity>, content: EditingPage<Entity> = EditingPage(),
      in context: RecordsContext = RecordsContext(), lists: ListCache<Entity> = ListCache()
    ) {
      requested = location
      self.location = location.withoutOperation
      self.content = content
      self.context = context
      self.lists = lists
    }

    /// The number of records on a page of the list.
    static var pageSize: Int { 100 }

    /// Returns the number of the page of the list with a record.
    static func page(of rank: Int) -> Int { rank / pageSize + 1 }

    public func viewState(_ select: Select) -> ViewState {
      let all = select(.recordsList())
      let found = lists.list(all, at: location, in: context)
      let status = select(.recordsStatus)
      let selected = location.record.flatMap { id in
        select(.record(id)).map { Entry(id: id, record: $0) }
      }
      let mayAdd = may(.add, Entity().owned(by: Visitor.current))
      let add = status == .success && mayAdd ? location.with { $0.dialog = .add }.href : nil
      let dialog = dialog(selected, select)
      // A page number beyond the end means the last page.
      let page = min(location.page, max(1, (found.count + Self.pageSize - 1) / Self.pageSize))
      let range = ((page - 1) * Self.pageSize..<min(page * Self.pageSize, found.count))
      let listed = found[range].map(\.entry)
      let selection = SelectionForm.ViewState(
        of: Entity.self, at: location, count: listed.count, in: context)
      return ViewState(
        title: title(dialog, selected),
        outcome: RecordsOutcome(at: requested, select),
        head: RecordsHead.ViewState(
          title: Entity.names.title, summary: summary(found.count, of: all.count),
          search: Entity.fields.searched.isEmpty ? nil : search, add: add, one: Entity.names.one,
          exports: found.isEmpty ? [] : location.exports,
          importing: status == .success ? location.with { $0.dialog = .importing }.href : nil,
          changes: Entity.history == .none
            ? nil : RecordsLocation<Entity>().with { $0.dialog = .history }.href),
        filter: filter(all),
        list: list(
          listed, page, of: found.count, isEmpty: all.isEmpty, selection: selection, status,
          add: add),
        detail: selection.map { .selecting(RecordDetail.SelectionState(form: $0)) }
          ?? detail(selected, select),
        dialog: dialog, now: context.now, listed: listed, selected: selected)
    }
  }
}

extension RecordsPage.Container {
  private func title(_ dialog: RecordsPage.Dialog?, _ selected: Entry<Entity>?) -> String {
    if let dialog { return dialog.title }
    if location.rejectedSearch != nil { return "Error: \(Entity.names.title)" }
    return [selected?.record.title ?? location.search.map { "“\($0)”" }, Entity.names.title]
      .compactMap { $0 }.joined(separator: " - ")
  }

  private func summary(_ found: Int, of all: Int) -> String {
    let count = counted(all, Entity.names.one, Entity.names.many)
    return location.isFiltered ? "\(grouped(found)) of \(count)" : count
  }

  /// The search of the head, which keeps the filter.
  private var search: SearchField {
    let label = "Search \(Entity.names.many)"
    return SearchField(
      label, action: RecordsLocation<Entity>().href,
      value: location.rejectedSearch ?? location.search ?? "",
      hidden: kept { $0.search = nil },
      problem: location.rejectedSearch.map { _ in QueryText.tooLongMessage(for: label) })
  }

  private var orders: [Link] {
    Entity.offeredOrders.map { order in
      Link(
        label: order.label,
        href: location.with {
          $0.order = order.name
          $0.page = 1
        }.href, isCurrent: order.name == location.order ?? Entity.offeredOrders.first?.name)
    }
  }

  /// Returns the query items of the list without those that a form has.
  private func kept(_ leaveOut: (inout RecordsLocation<Entity>) -> Void) -> [HiddenField] {
    var list = location.listLocation.with { $0.selection = location.selection.map { _ in .on } }
    leaveOut(&list)
    return list.queryItems.map { HiddenField($0.name, $0.value) }
  }

  private func filter(_ all: [ListedRecord<Entity>]) -> RecordsFilter.ViewState {
    let menus = Entity.fields.choices(in: context).map { field, values in
      RecordsFilter.ViewState.Menu(
        name: field.name, label: field.label,
        choices: values.options(selecting: location.choices[field.name]))
    }
    return RecordsFilter.ViewState(
      many: Entity.names.many, action: RecordsLocation<Entity>().href, menus: menus,
      named: namedFilters(all),
      hidden: kept { $0.choices = [:] })
  }

  private func namedFilters(
    _ all: [ListedRecord<Entity>]
  ) -> [RecordsFilter.ViewState.Named] {
    if Entity.filters.isEmpty { return [] }
    func link(_ label: String, _ count: Int, _ name: String?) -> RecordsFilter.ViewState.Named {
      RecordsFilter.ViewState.Named(
        label: label, count: grouped(count),
        href: location.with {
          $0.filter = name
          $0.page = 1
        }.href, isSelected: location.filter == name)
    }
    return [link("All", all.count, nil)]
      + zip(Entity.filters, lists.counts(all, in: context)).map { filter, count in
        link(filter.label, count, filter.name)
      }
  }

  private func list(
    _ listed: [Entry<Entity>], _ page: Int, of count: Int, isEmpty: Bool,
    selection: SelectionForm.ViewState?, _ status: Status?, add: Href?
  ) -> RecordList.ViewState {
    let many = Entity.names.many
    let progress = ProgressState(status, failure: "The \(many) could not be loaded.")
    return RecordList.ViewState(
      title: Entity.names.title, one: Entity.names.one, many: many, icon: Entity.icon,
      groups: groups(of: listed),
      progress: progress, retry: location.target(.retry),
      empty: !listed.isEmpty || progress != .settled
        ? nil : isEmpty ? .noRecords("There are no \(many) yet") : .noMatch("No \(many) found"),
      count: grouped(count), select: location.selecting(isEmpty: listed.isEmpty, status),
      foot: listed.isEmpty
        ? nil
        : ListFoot(
          page: page, of: count, length: Self.pageSize, orders: orders
        ) { number in location.with { $0.page = number }.href },
      add: add, all: location.unfiltered.href, selection: selection)
  }

  private func groups(of listed: [Entry<Entity>]) -> [RecordList.ViewState.Group] {
    let group = Entity.order(named: location.order)?.group
    let badges = Entity.fields.filter { $0.badge != nil }
    return listed.reduce(into: []) { groups, entry in
      let line = RecordList.ViewState.Line(
        id: entry.id,
        title: entry.record.title,
        note: note(of: entry.record),
        badges: badges.compactMap { $0.badge(of: entry.record, in: context) },
        href: location.with { $0.record = entry.id }.href,
        isSelected: entry.id == location.record)
      let title = group?(entry.record, context.now)
      if groups.last.map({ $0.title == title }) == true {
        groups[groups.count - 1].rows.append(line)
      } else {
        groups.append(RecordList.ViewState.Group(title: title, rows: [line]))
      }
    }
  }

  /// Returns the values that rows show.
  private func note(of record: Entity) -> String {
    Entity.fields.dropFirst().filter { $0.isInRows && $0.badge == nil }
      .compactMap { $0.note(of: record, in: context) }.joined(separator: " · ")
  }

  private func detail(_ selected: Entry<Entity>?, _ select: Select) -> RecordDetail.ViewState {
    guard let selected else {
      return .none(
        one: Entity.names.one,
        hint: "Select \(Entity.names.oneWithArticle) to see its details.")
    }
    let status = select(.status(of: selected.id))
    func open(_ dialog: RecordsDialog) -> Href? {
      status == .waiting ? nil : location.with { $0.dialog = dialog }.href
    }
    return .record(
      RecordDetail.ViewState.Details(
        title: selected.record.title, note: note(of: selected.record), icon: Entity.icon,
        sections: sections(of: selected.record),
        // Without a status, no operation on the record has been requested.
        progress: ProgressState(status ?? .success, failure: "Saving the last change failed."),
        close: location.with { $0.record = nil }.href, list: Entity.names.title,
        edit: open(.edit), delete: open(.delete),
        allowed: Set([.update, .delete].filter { may($0, selected.record) }),
        history: Entity.history == .none ? nil : location.with { $0.dialog = .history }.href))
  }

  /// Returns true if the visitor of the page may make a change.
  private func may(_ change: RecordChange, _ record: Entity) -> Bool {
    Entity.may(change, record, Visitor.current)
  }

  /// Returns the facts except the title.
  private func sections(of record: Entity) -> [RecordDetail.FactSection] {
    Entity.fields.dropFirst().reduce(into: []) { sections, field in
      if sections.isEmpty || field.section != nil {
        sections.append(RecordDetail.FactSection(title: field.section))
      }
      sections[sections.count - 1].facts.append(field.fact(of: record, in: context))
    }
  }

  private func dialog(_ selected: Entry<Entity>?, _ select: Select) -> RecordsPage.Dialog? {
    if let form = content.form {
      return .editor(
        EditorDialog.ViewState(of: form, content.problem, at: location, in: context, select))
    }
    if let dialog = content.dialog { return dialog }
    guard location.dialog == .delete, let selected else { return nil }
    return .confirmation(
      Confirmation.ViewState(deleting: selected, content, at: location, in: context))
  }
}

extension Confirmation.ViewState {
  /// Creates the confirmation of a record's deletion.
  ///
  /// - Parameters:
  ///   - entry: the record.
  ///   - content: whether someone else has changed the record, and why it cannot be deleted.
  ///   - location: the page behind the dialog.
  ///   - context: the time and the records of other guides.
  package init<Entity: Record>(
    deleting entry: Entry<Entity>, _ content: EditingPage<Entity>,
    at location: some EditableLocation, in context: RecordsContext
  ) {
    let one = Entity.names.one
    let message = "The \(one) is deleted for everyone. You can undo this."
    let text =
      if let refusal = content.refusal {
        refusal
      } else if content.isChanged {
        "Someone else saved this \(one) after you opened it. Check the new values. \(message)"
      } else {
        message
      }
    let title = entry.record.title
    self.init(
      title: Phrase("Delete ", name: title, "?"), message: text,
      facts: content.isChanged ? Entity.fields.map { $0.fact(of: entry.record, in: context) } : [],
      confirm: content.refusal == nil ? Phrase("Yes, delete ", name: title) : nil,
      action: location.target(.delete), cancel: location.closed(at: "delete"),
      fields: FormPurpose.update(id: entry.id, version: entry.record.version)
        .fields(id: Entity.idField),
      subject: one)
  }
}

extension RecordField {
  fileprivate func fact(of record: Entity, in context: RecordsContext) -> Fact {
    let value = shown(record, in: context)
    return value.isEmpty
      ? Fact(label, "Not given")
      : Fact(
        label, value, href: link(in: record, in: context),
        isLong: value.utf8.count > 80 || value.contains("\n"))
  }
}
