import type { ComponentProps } from 'react';
import { limits } from '#contract/limits';
import { dateIn } from '../../lib/date-in.ts';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { useZone } from '../../ui/time.tsx';

/** As the fields and a conflict name them. */
export const announcementLabels = {
  text: 'Announcement',
  until: 'Pinned until the end of',
  day: 'Date of the event',
  publish_at: 'Publish at',
} as const;

type Unlabelled<Props> = Omit<Props, 'label' | 'hint' | 'type'>;

/** What a new announcement and an edited one share. */
export function AnnouncementFields({
  text,
  until,
  day,
  effect,
}: {
  text: Unlabelled<ComponentProps<typeof TextArea>>;
  until: Unlabelled<ComponentProps<typeof TextField>>;
  day: Unlabelled<ComponentProps<typeof TextField>>;
  effect: string;
}) {
  const now = useFirstServerNow(0);
  const zone = useZone();
  return (
    <>
      <TextArea
        label={announcementLabels.text}
        rows={4}
        maxLength={limits.announcement}
        hint={
          <>
            <span>{`${effect} `}</span>
            <span>
              <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
              <code>[link](https://…)</code>
            </span>
          </>
        }
        {...text}
      />
      <TextField
        label={announcementLabels.until}
        type="date"
        required
        min={dateIn(zone.name, now)}
        {...until}
      />
      <TextField
        label={announcementLabels.day}
        type="date"
        hint="Optional, for example of a workshop. It appears in calendars."
        {...day}
      />
    </>
  );
}
