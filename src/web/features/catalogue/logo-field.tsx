import { useRevalidator } from 'react-router';
import type { LogoScheme } from '#contract/catalogue/appearance';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useUpload } from '../../lib/forms/use-upload.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';

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
  const { revalidate } = useRevalidator();
  const { isBusy, failure, upload } = useUpload('putLogo', onStored, () => void revalidate());
  const removal = useActionForm({
    formName: 'remove-logo',
    target: { scheme },
    hidden: { original: address ?? '', ...(isTyped && { typed: 'yes' }) },
    keepsPlace: true,
    // What somebody else has stored is shown before it is changed.
    onRefused: () => void revalidate(),
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
          onChange={(file) => file !== null && upload(file, { scheme, original: address ?? '' })}
        />
      </div>
      {address !== null && (
        <Row>
          <img src={address} alt={`${labels[scheme]}, as it is now`} height="40" />
          <ActionForm form={removal} button="Remove" small label={`Remove: ${labels[scheme]}`} />
        </Row>
      )}
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
    </Stack>
  );
}
