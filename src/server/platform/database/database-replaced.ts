/** The file of the embedded database was deleted, moved or replaced while it is open: what is written now would be lost. */
export class DatabaseReplaced extends Error {
  /** @param isThere whether another file has taken its place */
  constructor(file: string, isThere: boolean) {
    super(
      `${file} ${isThere ? 'is another file than the one that is open' : 'is gone'}: put it back, or stop the portal and restore the newest backup`,
    );
  }
}
