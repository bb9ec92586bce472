package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.EngineSource;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/** An engine for each library that a system property names and no other engine takes. */
public final class NamedLibraries implements EngineSource {

  @Override
  public List<StorageEngine> engines() {
    Set<String> taken =
        ServiceLoader.load(StorageEngine.class).stream()
            .map(engine -> engine.get().name())
            .collect(Collectors.toSet());
    return SystemLibrary.named().stream()
        .filter(name -> !taken.contains(name))
        .<StorageEngine>map(NamedLibraryEngine::new)
        .toList();
  }
}
