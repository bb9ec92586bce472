package dev.storagebench.datasets.synthetic;

/**
 * The numbers that shape generated reviews. Chances are per 1024 words.
 *
 * @param sizes sizes of whole values
 * @param topicChance that a word is one of the product's own
 * @param topicWords how many words of its own a product has, a power of two
 * @param successorChance that a word is a favourite successor of the one before
 * @param commonest how many of the commonest words no product calls its own
 */
record ReviewModel(
    SizeTable sizes, int topicChance, int topicWords, int successorChance, int commonest) {}
