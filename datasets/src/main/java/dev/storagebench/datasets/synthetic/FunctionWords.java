package dev.storagebench.datasets.synthetic;

/**
 * The function words of English, commonest first: facts of the language that generated text takes
 * over, so that its short words and their frequencies are the real ones.
 */
final class FunctionWords {
  /** As people write who tell of their own. */
  static final String PERSONAL =
      "the I and a it to of is this in for my that but with was not have you on are as so they"
          + " these like very be if or at just them from all when good has had me great one than we"
          + " can would more will out no some up get about too your really there which also only"
          + " it's don't do were by an what after much because other even their I've well then been"
          + " I'm made who could how he most did any little over first she make off use our didn't"
          + " into always again never back better ever before now still since him her two few can't"
          + " doesn't years way many without through where another while every does both being those"
          + " its try down found know though bit best won't us until once wasn't each you're I'd"
          + " enough want got give say think time day";

  /** As an encyclopedia is written. */
  static final String IMPERSONAL =
      "the of and in to a was as is by for that with on from his are were at he an it which or"
          + " be had not also this their has but its have they first one been who after other two"
          + " more such between than into all during most many some when she her used there may"
          + " these however over about would only him later both known where three being can while"
          + " made through could since became time under often until so no before them including"
          + " early several each then century same if will up new part against out because four"
          + " called within even well any around use due number based major those like second"
          + " another now very what still much did thus without although along end five do though"
          + " above found less few own near";

  private FunctionWords() {}
}
