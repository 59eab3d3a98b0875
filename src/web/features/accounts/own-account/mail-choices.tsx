import { useRevalidator } from 'react-router';
import { noticeMails } from '#contract/notices/notice-kinds';
import type { NoticeMailChoice } from '#contract/notices/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { useSite } from '../../../lib/page/site.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './mail-choices.module.css';

/** A kind of mail with its switch; before its script a form of the screen. */
function MailSwitch({ mail, is_on }: NoticeMailChoice) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const { label } = noticeMails[mail];
  const next = !is_on;
  return (
    <form
      method="post"
      action="/account"
      className={styles['row']}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call('chooseMail', { body: { mail, is_on: next }, idempotencyKey: keyOf(`${mail} ${next}`) });
          // The same choice some time later is another one.
          keyOf('');
          await revalidate();
        });
      }}
    >
      <FormKey of={`mail-${mail}`} />
      <input type="hidden" name="act" value="mail" />
      <input type="hidden" name="mail" value={mail} />
      <input type="hidden" name="is_on" value={String(next)} />
      <span id={`mail-${mail}`}>{label}</span>
      <Button
        type="submit"
        variant="choice"
        small
        busy={isBusy}
        className={styles['switch']}
        aria-pressed={is_on}
        aria-label={`${is_on ? 'On' : 'Off'}: by mail, ${label}`}
      >
        {is_on ? 'On' : 'Off'}
      </Button>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </form>
  );
}

/** Which kinds of what is told come by mail, too. */
export function MailChoices({ mails }: { mails: OwnAccount['mails'] }) {
  const { sendsMail } = useSite();
  return (
    <>
      <p>
        {`All of it stands behind the bell as well.${!sendsMail ? ' This portal cannot send mail yet: your choice counts from when it can.' : ''}`}
      </p>
      <div className={styles['list']}>
        {mails.map((choice) => (
          <MailSwitch key={choice.mail} {...choice} />
        ))}
      </div>
    </>
  );
}
