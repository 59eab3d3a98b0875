import { type ChangeEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { faceLimits, homeSteps, type LogoScheme, logoSchemes } from '#contract/catalogue/face';
import type { FaceEntry } from '#contract/catalogue/face-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import styles from './face.module.css';
import { LogoField } from './logo-field.tsx';
import { accentTokens, isColor, nearestAccent } from '#contract/catalogue/accent';

const schemes = ['light', 'dark'] as const;

/** In both schemes, as typed. */
function FacePreview({
  name,
  accent,
  heading,
  paragraph,
  logo,
}: {
  name: string;
  accent: string;
  heading: string;
  paragraph: string;
  logo: Record<LogoScheme, string | null>;
}) {
  // The portal's own accent is the stylesheet's.
  const tokens = isColor(accent) && nearestAccent(accent) === null ? accentTokens(accent) : null;
  return (
    <Stack gap={3}>
      {schemes.map((scheme) => {
        const picture = (scheme === 'dark' ? logo.dark : null) ?? logo.light;
        return (
          <div
            key={scheme}
            className={styles['preview']}
            data-scheme={scheme}
            style={Object.fromEntries(
              Object.entries(tokens?.[scheme] ?? {}).map(([token, value]) => [`--${token}`, value]),
            )}
          >
            <p className={styles['brand']}>
              {picture !== null && <img src={picture} alt="" height="28" />}
              <span>{`${name} Capstone`}</span>
            </p>
            <p className={styles['heading']}>{heading}</p>
            <p>{paragraph}</p>
            <span className={styles['button']}>Explore more</span>
          </div>
        );
      })}
    </Stack>
  );
}

const stepNumbers = Array.from({ length: homeSteps }, (_, index) => index + 1);

export function FaceForm({ face }: { face: FaceEntry }) {
  const form = useActionForm({ act: 'face', keepsFields: true, keepsPlace: true });
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const isTyped = Object.keys(typed).length > 0;
  const current = form.refused?.current as FaceEntry | undefined;
  const valueOf = (name: 'name' | 'accent' | 'heading' | 'paragraph') => typed[name] ?? face[name] ?? '';
  const name = valueOf('name') || face.defaults.name;
  return (
    <div className={styles['columns']}>
      <Stack gap={6}>
        <ActionForm
          form={form}
          button="Save appearance"
          variant="primary"
          gap={4}
          buttons="bottom-bar"
          noValidate
          onInput={({ target }) => {
            const field = target as unknown as ChangeEvent<HTMLInputElement>['target'];
            setTyped((fields) => ({ ...fields, [field.name]: field.value }));
          }}
          conflict={
            current && <p>Somebody else has saved the appearance. If you save again, you replace it.</p>
          }
        >
          <input type="hidden" name="version" value={current?.version ?? face.version} autoComplete="off" />
          <TextField
            label="Name of the academy"
            hint={`Leave empty for ${face.defaults.name}`}
            maxLength={faceLimits.name}
            {...form.field('name', face.name ?? '')}
          />
          <TextField
            label="Accent colour"
            hint="As #rrggbb. Leave empty for the default green"
            placeholder="#0d5a50"
            maxLength={7}
            {...form.field('accent', face.accent ?? '')}
          />
          <TextField
            label="Heading of the home page"
            hint="Leave empty for the default heading"
            maxLength={faceLimits.heading}
            {...form.field('heading', face.heading ?? '')}
          />
          <TextArea
            label="Paragraph below it"
            rows={3}
            maxLength={faceLimits.paragraph}
            {...form.field('paragraph', face.paragraph ?? '')}
          />
          <details open={face.steps !== null}>
            <summary>The five steps</summary>
            <Stack gap={3}>
              {stepNumbers.map((number) => {
                const step = face.steps?.[number - 1];
                return (
                  <div key={number} className={styles['step']}>
                    <TextField
                      label={`Step ${number}`}
                      maxLength={faceLimits.stepTitle}
                      {...form.field(`step${number}_title`, step?.title ?? '')}
                    />
                    <TextField
                      label={`Text of step ${number}`}
                      maxLength={faceLimits.stepText}
                      {...form.field(`step${number}_text`, step?.text ?? '')}
                    />
                  </div>
                );
              })}
            </Stack>
          </details>
          <TextField
            label="Contact of the office"
            hint="An email address, an https:// address or a tel: number"
            maxLength={faceLimits.contact}
            {...form.field('contact', face.contact ?? '')}
          />
          <TextArea
            label="Last line of each email"
            rows={2}
            maxLength={faceLimits.mailFooter}
            {...form.field('mail_footer', face.mail_footer ?? '')}
          />
          <TextField
            label="Country code of phone numbers"
            hint="Such as +91. Leave empty for no WhatsApp links"
            maxLength={4}
            {...form.field('country_code', face.country_code ?? '')}
          />
        </ActionForm>
        {logoSchemes.map((scheme) => (
          <LogoField
            key={scheme}
            scheme={scheme}
            address={face.logo[scheme]}
            isTyped={isTyped}
            onStored={() => (isTyped ? revalidate() : location.reload())}
          />
        ))}
      </Stack>
      <section className={styles['side']} aria-labelledby="preview">
        <Stack gap={3}>
          <h2 id="preview">Preview</h2>
          <FacePreview
            name={name}
            accent={valueOf('accent').toLowerCase()}
            heading={valueOf('heading') || `Build Your Career With ${name}`}
            paragraph={valueOf('paragraph') || 'The default paragraph.'}
            logo={face.logo}
          />
        </Stack>
      </section>
    </div>
  );
}
