import { useState } from 'react';
import type { Person } from '#contract/people/calls';
import { call } from '../../lib/calls/client.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../ui/notice.tsx';
import { ShownOnceLink } from './shown-once-link.tsx';

/** Makes a link to a new password that is handed over. */
export function ResetLink({ person }: { person: Pick<Person, 's_id' | 's_name'> }) {
  const [made, setMade] = useState<{ link: string; expires_at: string } | null>(null);
  const { isBusy, failure, submit } = useForm({
    send: async () => setMade(await call('makeResetLink', { params: { s_id: person.s_id } })),
  });
  return (
    <Stack gap={3}>
      <p>
        Anyone with this link can set the password. Give it only to this person. Earlier links stop working.
      </p>
      {made !== null && <ShownOnceLink person={person} link={made.link} expiresAt={made.expires_at} />}
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <NeedsScript>
        Showing the link needs JavaScript. Turn it on for this page, email a link instead, or ask the operator
        to run <code>capstone reset-password</code>.
      </NeedsScript>
      <div>
        <Button variant="secondary" busy={isBusy} onClick={() => submit()} data-needs-script>
          {made === null ? 'Show a link' : 'Show another link'}
        </Button>
      </div>
    </Stack>
  );
}
