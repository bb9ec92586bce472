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
      element('table', {}, element('caption', {}, element('span', {}, caption)), head, body));
  }

  /** The same, folded in. */
  const folded = (caption, columns, rows) =>
    element('details', {}, element('summary', {}, 'As a table'), table(caption, columns, rows));

  /** The same table with a field that filters its rows and headings that sort them. */
  function filtered(scroll) {
    const body = scroll.querySelector('tbody');
    const rows = [...body.rows];
    const label = scroll.getAttribute('aria-label');
    const shown = element('output', { class: 'soft' });
    const field = element('input', { type: 'search', placeholder: 'filter', 'aria-label': 'Filter: ' + label });
    const words = () => field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const filter = () => {
      rows.forEach(row => { row.hidden = !words().every(word => row.textContent.toLowerCase().includes(word)); });
      shown.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} rows`;
    };
    field.addEventListener('input', filter);
    filter();
    const units = { '': 1, k: 1e3, M: 1e6, G: 1e9, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, ns: 1e-3, 'µs': 1, ms: 1e3, s: 1e6, '×': 1 };
    const rank = text => {
      const number = /^(-?[0-9.]+(?:e[-+]?[0-9]+)?)\s*([^\s(]*)(?: [(+].*)?$/.exec(text);
      return number && number[2] in units ? Number(number[1]) * units[number[2]] : null;
    };
    [...scroll.querySelectorAll('thead tr:last-child th')].forEach((head, index) => {
      const button = element('button', { type: 'button', class: 'sort' }, head.textContent);
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        scroll.querySelectorAll('th[aria-sort]').forEach(each => each.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const text = row => row.cells[index].textContent;
        const compare = (a, b) => {
          const [x, y] = [rank(text(a)), rank(text(b))];
          return x !== null && y !== null ? x - y : (x === null) - (y === null) || text(a).localeCompare(text(b));
        };
        rows.sort((a, b) => (down ? -1 : 1) * compare(a, b)).forEach(row => body.append(row));
      });
    });
    return element('div', {}, element('p', { class: 'filter' }, field, ' ', shown), scroll);
  }

  /** The same table, whose rows are blocks on a narrow screen. */
  function stacked(scroll) {
    const names = [...scroll.querySelectorAll('thead tr:last-child th')].map(head => head.textContent);
    scroll.classList.add('stacked');
    [...scroll.querySelectorAll('tbody tr')].forEach(row =>
      [...row.cells].forEach((cell, i) => { cell.dataset.name = names[i]; }));
    return scroll;
  }

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

  return { element, section, table, folded, filtered, stacked, toggle, navigation };
})();
