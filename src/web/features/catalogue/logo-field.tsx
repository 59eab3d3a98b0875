import { useRevalidator } from 'react-router';
import type { LogoScheme } from '#contract/catalogue/face';
import { CallError, errorMessage } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/idempotency-key.tsx';
import { ActionForm } from '../../ui/action-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sendFile } from './file-upload.tsx';

const labels: Record<LogoScheme, string> = { light: 'Logo', dark: 'Logo for dark screens' };

/** When it is picked. */
export function LogoField({
  scheme,
  address,
  isTyped,
  onStored,
}: {
  scheme: LogoScheme;
  address: string | null;
  /** Whether the screen has typed text that a reload would lose. */
  isTyped: boolean;
  onStored: () => void | Promise<void>;
}) {
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const { revalidate } = useRevalidator();
  const removal = useActionForm({
    act: 'remove-logo',
    of: { scheme },
    hidden: { original: address ?? '', ...(isTyped && { typed: 'yes' }) },
    keepsPlace: true,
    // What somebody else has stored is shown before it is changed.
    onRefused: () => void revalidate(),
  });
  const store = (file: File) =>
    void run(async () => {
      const idempotencyKey = keyOf([scheme, file.name, file.size, file.lastModified].join(' '));
      const fields = { scheme, original: address ?? '' };
      await sendFile('putLogo', { fields, file, name: file.name, idempotencyKey }).catch(
        async (failure: unknown) => {
          if (failure instanceof CallError && failure.status === 409) await revalidate();
          throw failure;
        },
      );
      keyOf('');
      await onStored();
    });
  return (
    <Stack gap={2}>
      <div data-needs-script>
        <FileField
          label={labels[scheme]}
          hint="SVG, PNG or WebP, at most 200 KB. An SVG is saved as a picture. It is saved at once."
          accept=".svg,.png,.webp"
          disabled={isBusy}
          file={null}
          onChange={(file) => file !== null && store(file)}
        />
      </div>
      {address !== null && (
        <Row>
          <img src={address} alt={`${labels[scheme]}, as it is now`} height="40" />
          <ActionForm form={removal} button="Remove" small label={`Remove: ${labels[scheme]}`} />
        </Row>
      )}
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </Stack>
  );
}
