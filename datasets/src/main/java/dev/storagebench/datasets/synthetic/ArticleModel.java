package dev.storagebench.datasets.synthetic;

/**
 * The numbers that shape generated articles. Chances are per 1024.
 *
 * @param topicChance that a word of prose is one the article comes back to
 * @param successorChance that a word of prose is a favourite successor of the one before
 * @param commonest how many of the commonest words no article comes back to
 * @param linkChance that a word of prose is a link
 * @param referenceChance that a sentence has a reference
 * @param repeatChance that a name is one the article comes back to
 * @param localChance that a word or name the article comes back to is one of its section
 */
record ArticleModel(
    int topicChance,
    int successorChance,
    int commonest,
    int linkChance,
    int referenceChance,
    int repeatChance,
    int localChance) {}
