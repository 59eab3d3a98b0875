import type { CurrentUser } from '#contract/accounts/calls';
import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { dateIn, localTimeIn } from '../../lib/date-in.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { announcementDraft, plannedAnnouncementDraft } from '../../lib/stored-names/staff.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { FoldSummary } from '../../ui/layout.tsx';
import { useZone } from '../../ui/time.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import { AnnouncementFields, announcementLabels } from './announcement-fields.tsx';
import styles from './announcements.module.css';

type Edited = SentAnnouncement | PlannedAnnouncement;

/** In the academy's zone. */
const fieldsOf = (of: Edited, zone: string) => ({
  text: of.text,
  until: dateIn(zone, Date.parse(of.pinned_until)),
  day: of.day ?? '',
  ...('publish_at' in of && { publish_at: localTimeIn(zone, Date.parse(of.publish_at)) }),
});

/** Days as people read them. */
const inWords = (name: string, value: string): string =>
  name === 'text' || value === '' ? value : formatTyped(value);

/** What somebody else has changed meanwhile is never overwritten unseen, field by field. */
export function EditAnnouncement({ announcement, user }: { announcement: Edited; user: CurrentUser }) {
  const zone = useZone();
  const isPlanned = 'publish_at' in announcement;
  const draftOf = isPlanned ? plannedAnnouncementDraft : announcementDraft;
  const form = useChangeForm({
    formName: isPlanned ? 'edit-planned' : 'edit-announcement',
    target: { announcement: announcement.id },
    changes: {
      stored: fieldsOf(announcement, zone.name),
      labels: announcementLabels,
      shown: (current: Edited) => fieldsOf(current, zone.name),
      words: inWords,
      draft: { key: draftOf(user.account, announcement.id), field: 'text' },
    },
  });
  return (
    <details open={form.refused !== undefined || form.conflict !== undefined}>
      <FoldSummary>Edit</FoldSummary>
      {/* The server's message tells older pages to reload; here both are in view. */}
      <ChangeForm
        form={form.conflict === undefined ? form : { ...form, failure: undefined }}
        button="Save the announcement"
        className={styles['form']}
      >
        <AnnouncementFields
          text={form.field('text')}
          until={form.field('until')}
          day={form.field('day')}
          effect={
            isPlanned
              ? 'It is published at the planned time.'
              : 'Students who have already seen it get one notice about the new text.'
          }
        />
        {isPlanned && (
          <TextField
            label={announcementLabels.publish_at}
            {...form.field('publish_at')}
            type="datetime-local"
            required
          />
        )}
      </ChangeForm>
    </details>
  );
}
