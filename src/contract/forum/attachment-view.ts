/** Every text is sent as plain text. */
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'text/plain'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Sizes in bytes and pixels. */
export type AttachmentView = {
  id: string;
  name: string;
  bytes: number;
  type: AttachmentType;
  width?: number | undefined;
  height?: number | undefined;
};

export const isPicture = ({ type }: Pick<AttachmentView, 'type'>): boolean => type !== 'text/plain';

/** The largest within a text, in pixels. */
const shown = { width: 640, height: 400 };

/** Reserved before the picture loads. */
export function shownSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, shown.width / width, shown.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

export const attachmentAddress = (id: string): string => `/api/discussion/attachments/${id}`;
