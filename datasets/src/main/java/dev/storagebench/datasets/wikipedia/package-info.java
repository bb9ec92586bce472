/**
 * Wikipedia's pages as records: {@link dev.storagebench.datasets.wikipedia.WikipediaFormat} reads
 * MediaWiki's XML export format, schemas 0.3 to 0.11, and the text form with an article a line. A
 * record's key is the page's title, its value the text of the page's latest revision, both UTF-8.
 *
 * @see <a href="https://www.mediawiki.org/wiki/Help:Export">the export format</a>
 */
@NullMarked
package dev.storagebench.datasets.wikipedia;

import org.jspecify.annotations.NullMarked;
