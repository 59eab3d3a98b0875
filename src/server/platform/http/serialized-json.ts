/** An answer whose JSON stands written already: to write it anew for each reader would cost more than all the rest. */
export class SerializedJson<Shape> {
  /** What the text says; there is no such property when the program runs. */
  declare readonly shape?: Shape;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
