package dev.storagebench.analysis.report;

/** Data of a page whose fields are made of one value, which is known before them. */
abstract class MadeOf<T> {
  final T of;

  MadeOf(T of) {
    this.of = of;
  }
}
