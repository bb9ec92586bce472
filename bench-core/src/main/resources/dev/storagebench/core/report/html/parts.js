/* Parts of a page. Whatever text comes from a run gets in by textContent. */
const parts = (() => {
  /** An element with attributes and children; a child that is no node is text. */
  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    for (const child of children) {
      made.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return made;
  }

  /** A section with a heading that the navigation links to. */
  function section(id, title, ...about) {
    const made = element('section', { id, 'aria-labelledby': id + '-title' }, element('h2', { id: id + '-title' }, title));
    about.forEach(text => made.append(element('p', { class: 'soft' }, text)));
    document.getElementById('main').append(made);
    return made;
  }

  /**
   * A table that scrolls by itself. A column: {name, of(row), group?, show?, kind?: 'number' | 'text' | 'row'}; columns of one
   * group stand side by side and share a heading.
   */
  function table(caption, columns, rows) {
    const grouped = columns.some(column => column.group);
    const head = element('thead');
    const classes = (column, index) =>
      [column.kind === 'row' ? '' : column.kind || '', column.group && column.group !== (columns[index - 1] || {}).group ? 'first' : '']
        .join(' ').trim();
    if (grouped) {
      const line = element('tr');
      for (let i = 0; i < columns.length;) {
        const group = columns[i].group;
        let span = 1;
        while (i + span < columns.length && columns[i + span].group === group) {
          span++;
        }
        line.append(group
          ? element('th', { colspan: span, scope: 'colgroup', class: 'first' }, group)
          : element('td', { colspan: span }));
        i += span;
      }
      head.append(line);
    }
    head.append(element('tr', {}, ...columns.map((column, i) =>
      element('th', { scope: 'col', class: classes(column, i) }, column.name))));
    const body = element('tbody', {}, ...rows.map(row => element('tr', {}, ...columns.map((column, i) => {
      const value = column.of(row);
      const shown = column.show ? column.show(value) : value === null || value === undefined ? '–' : value;
      const failed = value === 'FAILED' ? ' failed' : '';
      return element(column.kind === 'row' ? 'th' : 'td',
        { class: classes(column, i) + failed, ...(column.kind === 'row' ? { scope: 'row' } : {}) }, shown);
    }))));
    return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
      element('table', {}, element('caption', {}, caption), head, body));
  }

  /** The same, folded in. */
  const folded = (caption, columns, rows) =>
    element('details', {}, element('summary', {}, 'As a table'), table(caption, columns, rows));

  /** A button that is on or off. */
  function toggle(label, pressed, changed, attributes = {}) {
    const button = element('button', { type: 'button', 'aria-pressed': pressed, ...attributes }, ...[].concat(label));
    button.addEventListener('click', () => {
      const now = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', now);
      changed(now);
    });
    return button;
  }

  function navigation() {
    const list = element('ul');
    document.querySelectorAll('main section').forEach(each =>
      list.append(element('li', {}, element('a', { href: '#' + each.id }, each.querySelector('h2').textContent))));
    return element('nav', { 'aria-label': 'Sections' }, list);
  }

  return { element, section, table, folded, toggle, navigation };
})();
