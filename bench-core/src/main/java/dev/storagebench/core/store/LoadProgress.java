package dev.storagebench.core.store;

/** Hears how far the loading of a store has come. */
public interface LoadProgress {

  /** Hears nothing. */
  LoadProgress NONE = records -> {};

  /** So many records have been loaded; called now and then. */
  void loaded(long records);
}
