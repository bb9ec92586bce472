/* The suite wikipedia-mysql. The model is written by WikipediaModel. */
(() => {
  const run = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const rate = value => value === null || value === undefined ? '–' : Math.round(value).toLocaleString('en');
  const ratio = value => value === null || value === undefined ? '–' : value.toFixed(2);
  const fixed = digits => value => value === null || value === undefined ? '–' : value.toFixed(digits);

  document.getElementById('header').append(element('h1', {}, run.title), element('p', { class: 'soft' }, run.subtitle));

  const rates = section('rates', 'Rows per second',
    'The published figures are of another machine: look at the ratios, and at how they change as memory shrinks.');
  const columns = [
    { name: 'memory ÷ data', of: row => row.memory, kind: 'row' },
    { name: 'workload', of: row => row.workload, kind: 'text' }];
  run.variants.forEach((variant, i) => {
    columns.push({ name: 'rows/s', group: variant, of: row => row.ours[i].rowsPerSecond, show: rate, kind: 'number' });
    columns.push({ name: 'least', group: variant, of: row => row.ours[i].least, show: rate, kind: 'number' });
    columns.push({ name: 'most', group: variant, of: row => row.ours[i].most, show: rate, kind: 'number' });
    if (i > 0) {
      columns.push({ name: '÷ ' + run.variants[0], group: variant, of: row => row.ours[i].ofFirst, show: ratio, kind: 'number' });
    }
  });
  const PUBLISHED = 'published, 2022';
  columns.push({ name: 'InnoDB', group: PUBLISHED, of: row => row.publishedInnodb, show: rate, kind: 'number' });
  columns.push({ name: 'TerarkDB', group: PUBLISHED, of: row => row.publishedTerarkdb, show: rate, kind: 'number' });
  columns.push({ name: '÷ InnoDB', group: PUBLISHED,
    of: row => row.publishedInnodb ? row.publishedTerarkdb / row.publishedInnodb : null, show: ratio, kind: 'number' });
  rates.append(table('Rows per second by memory and workload', columns, run.rows));

  const sizes = section('sizes', 'Size on disk', 'Blocks that the disk holds for the loaded and settled tables. '
    + 'Published: InnoDB compressed 1.72, TerarkDB 4.61 times smaller than the data.');
  sizes.append(table('Size on disk', [
    { name: 'variant', of: size => size.variant, kind: 'row' },
    { name: 'raw', of: size => size.rawBytes, show: format.size, kind: 'number' },
    { name: 'on disk', of: size => size.bytesOnDisk, show: format.size, kind: 'number' },
    { name: 'raw ÷ on disk', of: size => size.saved, show: ratio, kind: 'number' }], run.sizes));

  const costs = section('costs', 'What it costs');
  const more = [
    { name: 'memory ÷ data', of: row => row.memory, kind: 'row' },
    { name: 'workload', of: row => row.workload, kind: 'text' }];
  run.variants.forEach((variant, i) => {
    more.push({ name: 'p99 µs', group: variant, of: row => row.ours[i].p99Micros, show: rate, kind: 'number' });
    more.push({ name: 'server CPU µs/query', group: variant, of: row => row.ours[i].serverCpuMicros, show: fixed(1), kind: 'number' });
    more.push({ name: 'pool hits %', group: variant, of: row => row.ours[i].bufferPoolHits, show: fixed(2), kind: 'number' });
  });
  costs.append(table('Response time of a transaction, CPU of the server, hits of the buffer pool', more, run.rows));

  if (run.failures.length > 0) {
    section('failures', 'Not measured').append(table('Cells that were not measured', [
      { name: 'cell', of: failure => failure.cell, kind: 'row' },
      { name: 'status', of: failure => failure.status, kind: 'text' },
      { name: 'reason', of: failure => failure.reason, kind: 'text' }], run.failures));
  }
  const about = section('about', 'About this run');
  run.notes.forEach(note => about.append(element('p', {}, note)));
  about.append(element('pre', {}, run.command));
  document.getElementById('header').append(parts.navigation());
})();
