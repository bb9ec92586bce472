/* Parts of a page. Whatever text comes from a run gets in by textContent. */
const parts = (() => {
  const unique = values => [...new Set(values)];

  function filled(made, attributes, children) {
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  }
  /** An element, of HTML or SVG, with attributes and children; a child that is no node is text. */
  const element = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
  const svg = (name, attributes, ...children) => filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

  /** A section with a heading that the navigation links to. */
  function section(id, title, ...about) {
    const made = element('section', { id, 'aria-labelledby': id + '-title' }, element('h2', { id: id + '-title' }, title),
      ...about.map(text => element('p', { class: 'soft' }, text)));
    return document.getElementById('main').appendChild(made);
  }

  /** A place whose content is made anew whenever the selection changes. */
  function live(make) {
    const place = element('div');
    const fill = () => place.replaceChildren(...[].concat(make()));
    fill();
    selection.onChange(fill);
    return place;
  }

  /** Rows of candidates that are not shown are not either. */
  const hideRows = within => within.querySelectorAll('[data-candidate]')
    .forEach(row => row.classList.toggle('off', !selection.shown(row.dataset.candidate)));
  selection.onChange(() => hideRows(document));

  /** A button that does something once, and says how that went. */
  function action(label, description, act) {
    const button = element('button', { type: 'button', class: 'action', 'aria-label': description }, label);
    button.addEventListener('click', async () => {
      let said = 'failed';
      try {
        said = await act();
      } catch (problem) {
        console.warn(problem);
      }
      button.textContent = said;
      setTimeout(() => { button.textContent = label; }, 1500);
    });
    return button;
  }

  function download(name, url) {
    element('a', { href: url, download: name }).click();
    return 'saved';
  }

  /** Text to the clipboard, or into a file where the browser does not allow that. */
  const copyText = (label, description, text) => action(label, description, () => navigator.clipboard.writeText(text())
    .then(() => 'copied', () => download('table.md', 'data:text/markdown;charset=utf-8,' + encodeURIComponent(text()))));

  const copyPicture = (title, canvas) => action('PNG', `Copy as PNG: ${title}`, async () => {
    const drawn = canvas();
    const blob = await new Promise(done => drawn.toBlob(done, 'image/png'));
    return navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
      .then(() => 'copied', () => download(title + '.png', drawn.toDataURL('image/png')));
  });

  /** The rows that are shown, as Markdown. */
  function markdown(shown) {
    // As in Markdown.java: what GitHub would make a link or a mention of is code.
    const escape = text => text.replace(/`/g, "'").replace(/\s+/g, ' ').trim().replace(/[^\s|]+|\|/g, word =>
      (/@|:\/\/|www\.|#\d|gh-\d/i.test(word.replace(/[,;:.]+$/, '')) ? word.replace(/^(.+?)([,;:.]*)$/, '`$1`$2') : word.replace(/[\\*[\]<>!|~&$#]/g, '\\$&')));
    const line = cells => '| ' + cells.map(cell => escape(cell.textContent)).join(' | ') + ' |\n';
    const heads = [...shown.tHead.rows[0].cells];
    return line(heads) + heads.map(head => (head.classList.contains('number') ? '|--:' : '|---')).join('') + '|\n'
      + [...shown.tBodies[0].rows].filter(row => row.offsetParent !== null).map(row => line([...row.cells])).join('');
  }

  /** Null is last; figures of different units are never mixed; words follow figures. */
  function order(a, b, down) {
    const sign = down ? -1 : 1;
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    return a.unit.localeCompare(b.unit)
      || (typeof a.value === 'string') - (typeof b.value === 'string')
      || sign * (typeof a.value === 'string' ? a.value.localeCompare(b.value) : a.value - b.value);
  }

  /** What a cell is sorted by: {value, unit}, or null for nothing. */
  function keyOf(value, text) {
    return value === null || value === undefined || text === '–' ? null
      : typeof value === 'number' ? { value, unit: '' } : Array.isArray(value) || typeof value !== 'object' ? { value: text, unit: '' } : value;
  }

  /**
   * A table that scrolls by itself; its headings sort it, and rows of candidates that are not shown are not either. A column:
   * {name, of(row), show(value, row)?, kind?: 'number' | 'text' | 'word' | 'row'}, sorted by its value; on a narrow screen rows are blocks.
   */
  function table(caption, columns, rows, { filter = false } = {}) {
    const body = element('tbody');
    const candidate = columns.find(column => column.name === 'candidate');
    const lines = rows.map(row => {
      const line = element('tr', candidate ? { 'data-candidate': candidate.of(row) } : {});
      const keys = columns.map(column => {
        const value = column.of(row);
        const shown = column.show ? column.show(value, row) : value ?? '–';
        const cell = element(column.kind === 'row' ? 'th' : 'td', {
          class: `${column.kind === 'row' ? '' : column.kind || ''}${value === 'FAILED' ? ' failed' : ''}`,
          'data-name': column.name, ...(column.kind === 'row' ? { scope: 'row' } : {}),
        }, shown);
        line.append(cell);
        return keyOf(value, cell.textContent);
      });
      body.append(line);
      return { line, keys };
    });
    const heads = columns.map((column, i) => {
      const button = element('button', { type: 'button', class: 'sort' }, column.name);
      const head = element('th', { scope: 'col', class: column.kind === 'row' ? '' : column.kind || '' }, button);
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        heads.forEach(each => each.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        [...lines].sort((a, b) => order(a.keys[i], b.keys[i], down)).forEach(each => body.append(each.line));
      });
      return head;
    });
    const made = element('table', {}, element('caption', {}, element('span', {}, caption)), element('thead', {}, element('tr', {}, ...heads)), body);
    made.caption.append(' ', copyText('Markdown', `Copy as Markdown: ${caption}`, () => markdown(made)));
    const scroll = element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption }, made);
    const more = made.caption.appendChild(element('small', { class: 'more' }));
    const watcher = new ResizeObserver(() => {
      const cut = [[scroll.scrollWidth > scroll.clientWidth + 1, 'more columns: scroll right'], [scroll.scrollHeight > scroll.clientHeight + 1, 'more rows: scroll down']];
      more.textContent = cut.filter(([is]) => is).map(([, text]) => text).join('; ');
    });
    [scroll, made].forEach(each => watcher.observe(each));
    hideRows(made);
    return filter ? element('div', {}, filtering(caption, lines.map(each => each.line)), scroll) : scroll;
  }

  /** A field that hides the rows that lack one of its words. */
  function filtering(caption, rows) {
    const field = element('input', { type: 'search', placeholder: 'filter', 'aria-label': 'Filter: ' + caption });
    const count = element('output', { class: 'soft' });
    const filter = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      rows.forEach(row => { row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word)); });
      count.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} rows`;
    };
    field.addEventListener('input', filter);
    filter();
    return element('p', { class: 'filter' }, field, ' ', count);
  }

  /** The same, folded in. */
  const folded = (caption, columns, rows) => element('details', {}, element('summary', {}, 'As a table'), table(caption, columns, rows));

  /** Folds a section below its heading. */
  function fold(place) {
    if (place) {
      const [, ...content] = place.children;
      place.append(element('details', {}, element('summary', {}, 'Show'), ...content));
    }
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

  /** A choice of one of several [value, label] that is kept in the selection. */
  function choice(label, name, options) {
    const made = element('select', {}, ...options.map(([value, text]) => element('option', { value }, text)));
    const follow = () => { made.value = selection.get(name, options[0][0]); };
    made.addEventListener('change', () => selection.set(name, made.value, options[0][0]));
    selection.onChange(follow);
    follow();
    return element('label', { class: 'choice' }, label + ' ', made);
  }

  /** A choice of one of several rows by a name of theirs, the first unless another is chosen; returns what asks for it. */
  function pick(place, label, name, rows, nameOf) {
    if (rows.length > 1) {
      place.append(choice(label, name, rows.map(row => [nameOf(row), nameOf(row)])));
    }
    return () => rows.find(row => nameOf(row) === selection.get(name, null)) ?? rows[0];
  }

  /** A bar each, as long as its ratio, with its interval as a line: {name, label, ratio, low, high, weakened, color, shown}. */
  function bars(some) {
    const longest = Math.max(...some.map(bar => bar.ratio));
    // A wide interval must not squeeze all bars.
    const scale = Math.max(longest, ...some.map(bar => Math.min(bar.high ?? 0, 1.25 * longest)));
    const percent = ratio => 100 * Math.min(1, ratio / scale) + '%';
    const span = (kind, style = '', ...text) => element('span', { class: kind, style }, ...text);
    return element('ul', { class: 'bars' }, ...some.map(bar => element('li', { 'data-candidate': bar.name, class: bar.weakened ? 'weak' : '' },
      span('name', '', bar.label),
      span('track', '', span('bar', `width: ${percent(bar.ratio)}; background: var(${bar.color})`),
        ...(bar.low === null || bar.low === bar.high ? [] : [span('range', `left: ${percent(bar.low)}; right: calc(100% - ${percent(bar.high)})`)])),
      span('value', '', bar.shown))));
  }

  /** Links to the sections; they leave the selection in the address. */
  function navigation() {
    const list = element('ul');
    document.querySelectorAll('main section').forEach(each => {
      const link = element('a', { href: '#' + each.id }, each.querySelector('h2').textContent);
      link.addEventListener('click', event => {
        event.preventDefault();
        each.scrollIntoView();
      });
      list.append(element('li', {}, link));
    });
    return element('nav', { 'aria-label': 'Sections' }, list);
  }

  return { unique, element, svg, section, live, copyText, copyPicture, table, fold, folded, toggle, choice, pick, bars, navigation };
})();
