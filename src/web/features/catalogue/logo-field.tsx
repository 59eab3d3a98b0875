import { useId } from 'react';
import type { LogoScheme } from '#contract/catalogue/face';
import { errorMessage } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/idempotency-key.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './catalogue.module.css';
import { sendFile } from './send-file.ts';

const labels: Record<LogoScheme, string> = { light: 'Logo', dark: 'Logo for dark screens' };

/** When it is picked. */
export function LogoField({
  scheme,
  address,
  onStored,
}: {
  scheme: LogoScheme;
  address: string | null;
  onStored: () => void | Promise<void>;
}) {
  const id = useId();
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const removal = useActionForm({ act: 'remove-logo', of: { scheme }, keepsPlace: true });
  const store = (file: File) =>
    void run(async () => {
      const idempotencyKey = keyOf([scheme, file.name, file.size, file.lastModified].join(' '));
      await sendFile('putLogo', { fields: { scheme }, file, name: file.name, idempotencyKey });
      keyOf('');
      await onStored();
    });
  return (
    <Stack gap={2}>
      <label htmlFor={id}>{labels[scheme]}</label>
      <Row>
        {address !== null && <img src={address} alt={`${labels[scheme]}, as it is now`} height="40" />}
        <input
          id={id}
          type="file"
          accept=".svg,.png,.webp"
          disabled={isBusy}
          aria-describedby={`${id}hint`}
          className={styles['file']}
          data-needs-script
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) store(file);
          }}
        />
        {address !== null && (
          <ActionForm form={removal} button="Remove" small label={`Remove: ${labels[scheme]}`} />
        )}
      </Row>
      <Small id={`${id}hint`}>SVG, PNG or WebP, at most 200 KB. It is saved at once.</Small>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </Stack>
  );
}
