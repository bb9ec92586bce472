/* The page of a comparison of two runs. The model is written by ComparisonText. */
(() => {
  const { before, after, sentences, warnings, rows, onlyOld, onlyNew, differences } = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const header = document.getElementById('header');
  header.append(element('h1', {}, document.title), element('p', { class: 'soft subtitle' }, `before: ${before}; after: ${after}`));
  const verdict = section('verdict', 'Verdict');
  warnings.forEach(text => verdict.append(element('p', { class: 'invalid' }, text)));
  sentences.forEach(text => verdict.append(element('p', {}, text)));
  document.getElementById('main').append(element('div', { class: 'engines', role: 'group', 'aria-label': 'Candidates shown' },
    ...charts.legend([...new Set(rows.map(row => row.candidate))])));

  const figures = section('figures', 'Before and after', 'Speed of the new run relative to the old one, with simultaneous 95 % intervals (corrected for multiple comparisons); times by their inverse.');
  const grid = element('div', { class: 'charts' });
  figures.append(grid);
  [...new Set(rows.map(row => row.workload))].forEach(workload => {
    const own = rows.filter(row => row.workload === workload);
    const description = `${workload}, after ÷ before: ` + own.map(row => `${row.candidate} ${format.ratio(row.ratio)}, ${row.verdict}`).join('; ');
    const one = charts.add(grid, { title: workload, description, option: () => charts.ratios(own.filter(row => charts.shown(row.candidate)), description, 'after ÷ before') });
    one.place.style.height = charts.tall(own);
  });
  figures.append(table('All cells of both runs', [
    { name: 'workload', of: row => row.workload, kind: 'word' },
    { name: 'candidate', of: row => row.candidate, kind: 'row' },
    ...['before', 'after'].map(name => ({ name, of: row => row[name].text, key: row => ({ value: row[name].value, unit: row.unit }), kind: 'number' })),
    { name: 'after ÷ before', of: row => row.ratio, show: format.ratio, kind: 'number' },
    { name: '95 % interval', of: format.interval, kind: 'number' },
    { name: 'verdict', of: row => row.verdict },
  ], rows, { filter: true }));

  const other = section('differences', 'What else differs');
  other.append(differences.length === 0 ? element('p', {}, 'Nothing that is recorded.') : table('Facts of the two runs', [
    { name: 'fact', of: each => each.what, kind: 'row' },
    { name: 'before', of: each => each.before, kind: 'text' },
    { name: 'after', of: each => each.after, kind: 'text' },
  ], differences));
  [['Only in the old run', onlyOld], ['Only in the new run', onlyNew]].filter(([, names]) => names.length > 0)
    .forEach(([title, names]) => other.append(element('h3', {}, title), element('p', {}, names.join('; '))));
  header.append(parts.navigation());
  charts.start();
})();
