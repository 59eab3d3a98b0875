import { useState } from 'react';
import { appearanceLimits } from '#contract/catalogue/appearance';
import type { SetUp } from '#contract/page-rendering';
import type { useActionForm } from '../../lib/forms/use-action-form.ts';
import { errorMessage } from '../../lib/calls/call-error.ts';
import { putSetUpLogo } from '../../lib/calls/put-set-up-logo.ts';
import { useSite } from '../../lib/page/site.ts';
import { TextField } from '../../ui/field.tsx';
import { FoldSummary, Small, Stack } from '../../ui/layout.tsx';
import { appearanceLabels } from './appearance-labels.ts';
import { ZoneField } from './zone-field.tsx';

/** Before there is an administrator, as soon as it is picked. */
function SetUpLogo({ token }: { token: string }) {
  const [stored, setStored] = useState<string | null>(useSite().appearance?.logo.light ?? null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (file: File) => {
    setBusy(true);
    setFailure(null);
    try {
      setStored(await putSetUpLogo(token, file));
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <div data-needs-script>
      <TextField
        type="file"
        label="Logo"
        hint="SVG, PNG or WebP, at most 200 KB. It is saved at once."
        error={failure}
        accept=".svg,.png,.webp"
        disabled={isBusy}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void send(file);
        }}
      />
      {stored !== null && <img src={stored} alt="Logo, as it is now" height="40" />}
    </div>
  );
}

const zoneHint = 'For all dates and times. It cannot change once there is a batch.';
const sampleHint = 'To change it, also remove the sample: its batches have dates.';

/** What the first administrator says of the academy. What the environment sets is shown only. */
export function AcademyFields({
  form: { field },
  token,
  setUp: { hasSample, fixed },
}: {
  form: Pick<ReturnType<typeof useActionForm>, 'field'>;
  token: string;
  setUp: SetUp;
}) {
  const { academy } = useSite();
  const isFixed = (setting: string) => ({ readOnly: true, hint: `The setting ${setting} sets it.` });
  const [name, zone, accent] = [field('academy_name'), field('zone'), field('accent')];
  return (
    <>
      <Small as="h2">Your academy</Small>
      <TextField
        {...name}
        {...(fixed.name
          ? { ...isFixed('ACADEMY_NAME'), defaultValue: academy.name }
          : { hint: 'On each page and email' })}
        label={appearanceLabels['name']}
        maxLength={appearanceLimits.name}
        autoComplete="organization"
      />
      <ZoneField
        {...zone}
        defaultValue={zone.defaultValue || academy.zone}
        label={appearanceLabels['zone']}
        {...(fixed.zone ? isFixed('ACADEMY_ZONE') : { hint: hasSample ? sampleHint : zoneHint })}
      />
      {/* Closed: what can wait must not push the account off a phone's first screens. */}
      <details open={accent.error !== undefined}>
        <FoldSummary>Set the colour and logo now</FoldSummary>
        <Stack gap={2}>
          <TextField
            {...accent}
            label={appearanceLabels['accent']}
            hint="As #rrggbb. Leave empty for the default green"
            placeholder="#0d5a50"
            maxLength={7}
            autoComplete="off"
          />
          <SetUpLogo token={token} />
        </Stack>
      </details>
    </>
  );
}
