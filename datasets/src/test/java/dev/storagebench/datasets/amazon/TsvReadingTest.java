package dev.storagebench.datasets.amazon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TsvReadingTest {
  private static final String HEADER =
      "marketplace\tcustomer_id\treview_id\tproduct_id\tproduct_parent\tproduct_title\tproduct_category\tstar_rating\thelpful_votes\ttotal_votes\tvine\tverified_purchase\treview_headline\treview_body\treview_date\n";

  private static String line(String product, String body) {
    return "US\tC1\tR1\t"
        + product
        + "\t9\tA \"toy\tToys\t5\t1\t2\tN\tY\tFine\t"
        + body
        + "\t2015-08-31\n";
  }

  @Test
  void reviewsOf2015AreReadWithQuotesAsPlainCharacters() throws IOException {
    String text = HEADER + line("P1", "12\" tall") + line("P2", "");

    assertThat(ReadReviews.of(text, ReadOptions.STRICT).records())
        .containsExactly(
            "P1 C1 -> |1/2|5|2015-08-31|Fine|12\" tall", "P2 C1 -> |1/2|5|2015-08-31|Fine|");
    assertThat(new AmazonFormat().form(text.getBytes(StandardCharsets.UTF_8)))
        .contains("TSV of 2015");
  }

  @Test
  void aLineOfOtherColumnsOrWithoutAProductIsBad() throws IOException {
    String text = HEADER + line("P1", "a\tb") + line("", "c") + line("P2", "d");

    ReadReviews read = ReadReviews.of(text, ReadOptions.LENIENT);

    assertThat(read.records()).containsExactly("P2 C1 -> |1/2|5|2015-08-31|Fine|d");
    assertThat(read.counts().firstBadRecords().get(0)).contains("line 2", "16 columns, expected");
    assertThat(read.counts().firstBadRecords().get(1)).contains("line 3", "empty product_id");
    assertThatThrownBy(() -> ReadReviews.of(text, ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class);
  }
}
