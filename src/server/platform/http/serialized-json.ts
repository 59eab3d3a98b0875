/** A response body that is serialized already, such as from a cache, and is sent as it is. */
export class SerializedJson<Shape> {
  /** Phantom type of the content; the property does not exist at run time. */
  declare readonly shape?: Shape;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
