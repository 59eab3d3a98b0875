/** The open SQLite file was deleted, moved or replaced: further writes would be lost. */
export class DatabaseReplaced extends Error {
  constructor(file: string, isThere: boolean) {
    super(
      `${file} ${isThere ? 'is another file than the one that is open' : 'is gone'}: put it back, or stop the portal and restore the newest backup`,
    );
  }
}
