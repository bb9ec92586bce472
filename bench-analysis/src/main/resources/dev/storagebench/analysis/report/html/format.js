/* Figures as people read them, in three digits; null stays a dash. */
const format = (() => {
  const digits = value => value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.0995 || value === 0 ? 2 : 3);
  const scaled = (value, step, units) => {
    let unit = 0;
    while (value >= step * 0.9995 && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return (unit === 0 && Number.isInteger(value) ? String(value) : digits(value)) + units[unit];
  };
  /** On an axis: without the zeros behind the point. */
  const tick = show => value => show(value).replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, '');
  const known = show => value => (value === null || value === undefined ? '–' : show(value));

  return {
    tick,
    rate: known(value => scaled(value, 1000, ['', 'k', 'M', 'G'])),
    size: known(bytes => scaled(bytes < 0.005 ? 0 : bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'])),
    micros: known(micros =>
      micros < 1 ? digits(micros * 1000) + 'ns'
        : micros < 1000 ? digits(micros) + 'µs'
          : micros < 1e6 ? digits(micros / 1000) + 'ms' : digits(micros / 1e6) + 's'),
    // As Figures.factor writes them.
    ratio: known(ratio => (ratio > 9999 ? '>9999' : ratio < 0.001 ? '<0.001' : ratio.toFixed(ratio >= 99.5 ? 0 : ratio >= 9.995 ? 1 : ratio >= 0.0995 ? 2 : 3)) + '×'),
    interval: row => (row.low === null ? '–' : `${format.ratio(row.low)} – ${format.ratio(row.high)}`),
    amount: known(value => (value === 0 ? '0' : value < 0.001 ? value.toExponential(1) : value < 10 ? value.toFixed(3) : scaled(value, 1000, ['', 'k', 'M', 'G']))),
    share: known(value => value.toFixed(3)),
    threads: threads => threads + (threads === 1 ? ' thread' : ' threads'),
  };
})();
