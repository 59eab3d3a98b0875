import type { AppContext } from '#server/platform/context';
import type { FormParts } from './encode-form.ts';
import { exifOf } from '#server/platform/pictures/picture';
import type { Client } from './test-app.ts';

type Sent = { name?: string; bytes?: Buffer | string };

export const partsOf = ({ name = 'server.log', bytes = 'GET / 200' }: Sent = {}): FormParts => [
  ['file', { name, bytes }],
];

/** Sends a file for a post. @param s_id as the address of a discussion has it */
export const attach = (client: Client, s_id: string, sent: Sent = {}, headers: Record<string, string> = {}) =>
  client.form(`/api/discussion/discussion/${encodeURIComponent(s_id)}/attachments`, partsOf(sent), headers);

/** A file that stands in a question, past the call that posts. @returns its id */
export async function attachTo(
  { database }: Pick<AppContext, 'database'>,
  client: Client,
  s_id: string,
  questionId: number,
): Promise<string> {
  const { body } = await attach(client, s_id);
  await database.transaction(async (writer) => {
    const { id } = await writer
      .updateTable('attachments')
      .set({ unused_since: null })
      .where('code', '=', body.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    await writer
      .insertInto('attachment_posts')
      .values({ attachment_id: id, question_id: questionId, comment_id: 0 })
      .execute();
  });
  return body.id;
}

/** Pictures of 3 × 2 pixels as a browser writes them; the GIF has one pixel. */
const pictures = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAGUlEQVR4AWJiYDjz/wwDAxgznWEwYYABAAAAAP//tsTMcgAAAAZJREFUAwByZgZmyYXXAAAAAABJRU5ErkJggg==',
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEBAQEAAAAAAAAAAAAAAAAAAREx/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAXEQADAQAAAAAAAAAAAAAAAAAAAQIy/9oADAMBAAIRAxEAPwCdkyZOAA3pldOUf//Z',
  webp: 'UklGRiQCAABXRUJQVlA4WAoAAAAgAAAAAgAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggNgAAANABAJ0BKgMAAgACwEwlqAJ0ugCeAAYgAP7wORIAfbh7VNgd57Xv/0rxAV/5aH/pXiAr8NQAAA==',
  webpLossless:
    'UklGRgICAABXRUJQVlA4WAoAAAAgAAAAAgAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDhMFAAAAC8CQAAADxDDfBrm+Q8HNziI6H8I',
  gif: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
} as const;

export const picture = (of: keyof typeof pictures): Buffer => Buffer.from(pictures[of], 'base64');

/** EXIF as a phone writes it: which way up, and where it was taken. */
export function phoneExif(orientation: number, place: string): Buffer {
  return Buffer.concat([exifOf(orientation), Buffer.from(place)]);
}

/** A JPEG's segment, or any of its kind. */
export function jpegSegment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** A JPEG of 3 × 2 pixels, as it lies, with segments behind its beginning. */
export const jpegWith = (...segments: Buffer[]): Buffer =>
  Buffer.concat([picture('jpeg').subarray(0, 2), ...segments, picture('jpeg').subarray(2)]);
