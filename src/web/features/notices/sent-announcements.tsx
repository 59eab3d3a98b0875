import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SentAnnouncement } from '#contract/notices/announcement-calls';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { call, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import type { ScreenNotice } from '../../lib/screen-notices.ts';
import { useSite } from '../../lib/page/site.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { usePostedForm, useTextForm } from '../../lib/forms/use-text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Day } from '../../ui/time.tsx';
import { useZone } from '../../ui/zone.ts';
import styles from './announcements.module.css';
import { dateIn } from '../../lib/date-in.ts';

/** How long an announcement is pinned unless its mentor chooses another day. */
const usualMs = 7 * dayMs;

function AnnouncementForm({ batch, userId, onSent }: { batch: string; userId: string; onSent: () => void }) {
  const now = useFirstServerNow(0);
  const zone = useZone();
  const { sendsMail } = useSite();
  const [usual] = useState(() => dateIn(zone.name, now + usualMs));
  const [chosen, setUntil] = useState<string | null>(null);
  const posted = usePostedForm('announce');
  const until = chosen ?? posted?.values['until'] ?? usual;
  const draft = `${userId} announcement to ${batch}`;
  const { text, setText, isEmpty, isBusy, failure, errorAt, submit } = useTextForm(
    { posted, draft, about: `${batch} ${until}` },
    async (typed, idempotencyKey) => {
      const body = { text: typed, until };
      await call('publishAnnouncement', { params: { batch }, body, idempotencyKey });
      onSent();
    },
  );
  return (
    <details className={styles['fold']} open={posted !== undefined}>
      <summary>Announce something to this batch</summary>
      <form method="post" className={styles['form']} onSubmit={submit}>
        <FormKey of="announce" />
        <input type="hidden" name="act" value="announce" />
        <TextArea
          label="Announcement"
          name="text"
          rows={4}
          maxLength={limits.announcement}
          value={text}
          hint={
            <>
              <span>
                {sendsMail
                  ? 'Each student of the batch sees it on both dashboards and in the forum until its day, and gets it by email. '
                  : 'Each student of the batch sees it on both dashboards and in the forum until its day. This portal cannot send email: students see it when they log in. '}
              </span>
              <span>
                <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
                <code>[link](https://…)</code>
              </span>
            </>
          }
          error={isEmpty ? 'The announcement is empty' : errorAt('text')}
          onChange={({ target }) => setText(target.value)}
        />
        <TextField
          label="Pinned until the end of"
          name="until"
          type="date"
          required
          min={dateIn(zone.name, now)}
          value={until}
          error={errorAt('until')}
          onChange={({ target }) => setUntil(target.value)}
        />
        <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
        <div>
          <Button type="submit" busy={isBusy}>
            Announce it
          </Button>
        </div>
      </form>
    </details>
  );
}

function WithdrawForm({ batch, of, onDone }: { batch: string; of: SentAnnouncement; onDone: () => void }) {
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const params = { batch, id: of.id };
          await call('withdrawAnnouncement', { params, idempotencyKey: keyOf(of.id) });
          onDone();
        });
      }}
    >
      <FormKey of={`withdraw-${of.id}`} />
      <input type="hidden" name="act" value="withdraw-announcement" />
      <input type="hidden" name="announcement" value={of.id} />
      <Button
        type="submit"
        variant="quiet"
        small
        busy={isBusy}
        aria-label={`Take it back: ${of.text.slice(0, 40)}`}
      >
        Take it back
      </Button>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </form>
  );
}

/** What is pinned in a batch, for its mentors: who has seen it, a way to take it back, and a form for the next one. */
export function SentAnnouncements({
  batch,
  userId,
  announcements,
}: {
  batch: string;
  /** The current user, for the key of the draft. */
  userId: string;
  announcements: readonly SentAnnouncement[];
}) {
  const { revalidate } = useRevalidator();
  const head = useRef<HTMLHeadingElement>(null);
  const tell = async (name: ScreenNotice): Promise<void> => {
    await revalidate();
    tellScreen(name);
    // The button that was pressed may be gone.
    head.current?.focus();
  };
  return (
    <section aria-labelledby="announcements-head" className={styles['whole']}>
      <h2 id="announcements-head" ref={head} tabIndex={-1}>
        Announcements
      </h2>
      {announcements.length > 0 && (
        <ul className={styles['sent']}>
          {announcements.map((one) => (
            <li key={one.id}>
              <Card className={styles['announcement']}>
                <p className={styles['title']}>
                  <span>{`${one.author}, `}</span>
                  <TimeAgo value={one.created_at} />
                </p>
                <div className={styles['text']}>
                  <Markdown text={one.text} html={one.text_html} />
                </div>
                <div className={styles['foot']}>
                  <p className={styles['until']}>
                    <span>Pinned until </span>
                    <Day value={one.pinned_until} />
                    <span>{`. Seen by ${one.seen_by} of ${one.told}.`}</span>
                  </p>
                  <WithdrawForm batch={batch} of={one} onDone={() => void tell('announcement-withdrawn')} />
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <AnnouncementForm batch={batch} userId={userId} onSent={() => void tell('announced')} />
    </section>
  );
}
