package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocksdb",
        "rocksdb@9.10.0",
        "rocksdb@com.ververica:frocksdbjni:8.10.0-ververica-1.0",
        "tuned=rocksdb{compaction_style=kCompactionStyleUniversal;max_background_jobs=4}",
        "old=rocksdb@9.10.0{block_based_table_factory={block_size=8192;whole_key_filtering=true}}",
        "wiredtiger{eviction=(threads_max=4;threads_min=2)}",
        "terarkdb=rocksdb-c{library=/opt/lib terark/libterarkdb.so}",
      })
  void whatIsPrintedIsReadAsTheSameCandidate(String text) {
    Candidate candidate = Candidate.parse(text);
    assertThat(candidate.toString()).isEqualTo(text);
    assertThat(Candidate.parse(candidate.toString())).isEqualTo(candidate);
  }

  @Test
  void partsAreTakenApart() {
    Candidate candidate = Candidate.parse(" t=rocksdb@9.10.0{ a = {b=1;c=2} ; flag ; e= } ");
    assertThat(candidate.label()).isEqualTo("t");
    assertThat(candidate.engine()).isEqualTo("rocksdb");
    assertThat(candidate.version()).isEqualTo("9.10.0");
    assertThat(candidate.options())
        .isEqualTo(Map.of("a", "{b=1;c=2}", "flag", "true", "e", ""))
        .containsOnlyKeys("a", "flag", "e");
    assertThat(Candidate.parse("mysql{format=compressed8}").label())
        .isEqualTo("mysql{format=compressed8}");
  }

  @Test
  void listsAreCutOutsideOfBraces() {
    assertThat(Candidate.parseList("rocksdb,a=rocksdb{x=1,2;y=(3,4)},lmdb,rocksdb"))
        .extracting(Candidate::label)
        .containsExactly("rocksdb", "a", "lmdb");
  }

  @Test
  void whatJmhHasCutInTwoShowsTheQuotedForm() {
    assertThatThrownBy(() -> Candidate.parse("rocksdb{a=1"))
        .hasMessageContaining("unbalanced braces")
        .hasMessageContaining("'rocksdb{a=1'")
        .hasMessageContaining("'tuned=rocksdb{max_background_jobs=4;");
  }

  @Test
  void twoCandidatesHaveTwoLabels() {
    assertThatThrownBy(() -> Candidate.parseList("a=rocksdb,a=lmdb"))
        .hasMessageContaining("labelled 'a'")
        .hasMessageContaining("rocksdb")
        .hasMessageContaining("lmdb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Rocks DB",
        "rocksdb@",
        "rocksdb@group:1.0",
        "rocksdb@../a:b:1.0",
        "rocksdb@a:b:..",
        "rocksdb{}x",
        "=rocksdb",
        "rocksdb{=1}",
        "rocksdb{a=1;a=2}",
        "rocksdb{a=\u009b2J}"
      })
  void otherFormsAreRefused(String text) {
    assertThatThrownBy(() -> Candidate.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
