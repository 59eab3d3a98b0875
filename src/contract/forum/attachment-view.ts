/** What an attachment is sent as: pictures by their bytes, and every text as plain text. */
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'text/plain'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** What of an attachment is shown; a picture's size in pixels, as it is looked at. */
export type AttachmentView = {
  id: string;
  name: string;
  bytes: number;
  type: AttachmentType;
  width?: number | undefined;
  height?: number | undefined;
};

export const isPicture = ({ type }: Pick<AttachmentView, 'type'>): boolean => type !== 'text/plain';

/** So large, in pixels, is a picture shown within a text. */
const shown = { width: 640, height: 400 };

/** The size in which a picture is shown, kept free before it has come. */
export function shownSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, shown.width / width, shown.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Where an attachment is read: the same for every reader, and of nobody's name. */
export const attachmentAddress = (id: string): string => `/api/discussion/attachments/${id}`;
