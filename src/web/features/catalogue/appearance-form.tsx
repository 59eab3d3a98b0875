import { useRevalidator } from 'react-router';
import { appearanceLimits, type LogoScheme, logoSchemes } from '#contract/catalogue/appearance';
import type { AppearanceEntry } from '#contract/catalogue/appearance-calls';
import { portalName } from '#contract/portal-name';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { appearanceCompared, appearanceFields } from './appearance-fields.ts';
import { appearanceLabels, stepNumbers } from './appearance-labels.ts';
import styles from './appearance.module.css';
import { ZoneField } from './zone-field.tsx';
import { LogoField } from './logo-field.tsx';
import { accentTokens, isColor, nearestAccent } from '#contract/catalogue/accent';

const schemes = ['light', 'dark'] as const;

/** In both schemes, as typed. */
function AppearancePreview({
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
              <span>{portalName(name)}</span>
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

export function AppearanceForm({ appearance }: { appearance: AppearanceEntry }) {
  const form = useChangeForm({
    formName: 'face',
    keepsPlace: true,
    changes: {
      stored: appearanceFields(appearance),
      labels: appearanceLabels,
      shown: appearanceFields,
      compared: appearanceCompared,
    },
    // The frame has the name and the colour. A reload would lose what was typed since.
    onDone: (_, hasMore) => hasMore || location.assign('/staff/look?notice=look-saved'),
  });
  const { revalidate } = useRevalidator();
  const isTyped = form.isChanged;
  const { accent = '', heading, paragraph, ...values } = form.values;
  const name = values['name'] || appearance.defaults.name;
  const field = (of: string) => ({ label: appearanceLabels[of] ?? '', ...form.field(of) });
  return (
    <div className={styles['columns']}>
      <Stack gap={6}>
        <ChangeForm
          form={form}
          button="Save appearance"
          variant="primary"
          gap={4}
          buttons="bottom-bar"
          noValidate
        >
          <TextField
            hint={`Leave empty for ${appearance.defaults.name}`}
            maxLength={appearanceLimits.name}
            {...field('name')}
          />
          <TextField
            hint="As #rrggbb. Leave empty for the default green"
            placeholder="#0d5a50"
            maxLength={7}
            {...field('accent')}
          />
          <TextField
            hint="Leave empty for the default heading"
            maxLength={appearanceLimits.heading}
            {...field('heading')}
          />
          <TextArea rows={3} maxLength={appearanceLimits.paragraph} {...field('paragraph')} />
          <details open={appearance.steps !== null}>
            <summary>The five steps</summary>
            <Stack gap={3}>
              {stepNumbers.map((number) => (
                <div key={number} className={styles['step']}>
                  <TextField maxLength={appearanceLimits.stepTitle} {...field(`step${number}_title`)} />
                  <TextField maxLength={appearanceLimits.stepText} {...field(`step${number}_text`)} />
                </div>
              ))}
            </Stack>
          </details>
          <TextField
            hint="An email address, an https:// address or a tel: number"
            maxLength={appearanceLimits.contact}
            {...field('contact')}
          />
          <TextArea rows={2} maxLength={appearanceLimits.mailFooter} {...field('mail_footer')} />
          <TextField
            hint="Such as +91. Leave empty for no WhatsApp links"
            maxLength={4}
            {...field('country_code')}
          />
          <ZoneField
            hint={
              appearance.defaults.zone_fixed ??
              'For all dates and times. It cannot change once there is a batch.'
            }
            readOnly={appearance.defaults.zone_fixed !== null}
            {...field('zone')}
          />
        </ChangeForm>
        {logoSchemes.map((scheme) => (
          <LogoField
            key={scheme}
            scheme={scheme}
            address={appearance.logo[scheme]}
            isTyped={isTyped}
            onStored={() => (isTyped ? revalidate() : location.reload())}
          />
        ))}
      </Stack>
      <section className={styles['side']} aria-labelledby="preview">
        <Stack gap={3}>
          <h2 id="preview">Preview</h2>
          <AppearancePreview
            name={name}
            accent={accent.toLowerCase()}
            heading={heading || `Build Your Career With ${name}`}
            paragraph={paragraph || 'The default paragraph.'}
            logo={appearance.logo}
          />
        </Stack>
      </section>
    </div>
  );
}
