/* A sweep over connections. The model is SweepModel. */
(() => {
  const run = JSON.parse(document.getElementById('data').textContent);
  const { element, section, table } = parts;
  const whole = value => value === null || value === undefined ? '–' : Math.round(value).toLocaleString('en');
  const fixed = value => value === null || value === undefined ? '–' : value.toFixed(1);
  document.getElementById('header').append(element('h1', {}, 'Connections'), element('p', { class: 'soft' }, run.subtitle));
  const variants = [...new Set(run.points.map(point => point.variant))];

  function curve(home, id, label, of) {
    const place = element('div', { id, role: 'img', 'aria-label': label + ' by connections; the same figures are in the table below',
      style: 'height: 22rem' });
    home.append(place);
    const chart = echarts.init(place, null, { renderer: 'svg' });
    chart.setOption({
      animation: false,
      legend: { top: 0 },
      grid: { left: 80, right: 20, top: 40, bottom: 50 },
      tooltip: { trigger: 'axis', renderMode: 'richText' },
      xAxis: { type: 'log', logBase: 2, name: 'connections', nameLocation: 'middle', nameGap: 30 },
      yAxis: { type: 'value', name: label },
      series: variants.map(variant => ({
        name: variant,
        type: 'line',
        data: run.points.filter(point => point.variant === variant && of(point) !== null).map(point => [point.connections, of(point)]),
      })),
    });
    window.addEventListener('resize', () => chart.resize());
  }

  const rates = section('rates', 'Transactions per second');
  curve(rates, 'rate-chart', 'transactions/s', point => point.transactions);
  const times = section('times', 'Response time');
  curve(times, 'time-chart', '99th percentile, µs', point => point.p99Micros);
  section('table', 'All figures').append(table('Figures by variant and connections', [
    { name: 'variant', of: point => point.variant, kind: 'row' },
    { name: 'connections', of: point => point.connections, kind: 'number' },
    { name: 'transactions/s', of: point => point.transactions, show: whole, kind: 'number' },
    { name: 'queries/s', of: point => point.queries, show: whole, kind: 'number' },
    { name: 'mean µs', of: point => point.meanMicros, show: whole, kind: 'number' },
    { name: 'p95 µs', of: point => point.p95Micros, show: whole, kind: 'number' },
    { name: 'p99 µs', of: point => point.p99Micros, show: whole, kind: 'number' },
    { name: 'server CPU µs/query', of: point => point.serverCpuMicros, show: fixed, kind: 'number' },
    { name: 'client CPU µs/query', of: point => point.clientCpuMicros, show: fixed, kind: 'number' },
    { name: 'retried', of: point => point.retried, show: whole, kind: 'number' },
    { name: 'reconnects', of: point => point.reconnects, show: whole, kind: 'number' },
    { name: 'not measured', of: point => point.reason, kind: 'text' }], run.points));
  section('about', 'About this run').append(element('pre', {}, run.command));
  document.getElementById('header').append(parts.navigation());
})();
