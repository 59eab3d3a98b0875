import { z } from 'zod';
import { beganWith, conflictBody, endpoint, errorBody, fieldsBody, onlyThese } from '../wire/endpoint.ts';
import { contrast, isColor, leastContrast, lightGround, nearestAccent } from './accent.ts';
import { appearanceLimits, homeSteps, logoSchemes } from './appearance.ts';

const words = (name: string, most: number) =>
  z
    .string()
    .trim()
    .max(most, `${name} can have at most ${most} characters`)
    .transform((text) => text || null)
    .nullable()
    .default(null);

const step = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Fill in the title of each step, or leave all steps empty')
    .max(appearanceLimits.stepTitle, `A title can have at most ${appearanceLimits.stepTitle} characters`),
  text: z
    .string()
    .trim()
    .min(1, 'Fill in the text of each step, or leave all steps empty')
    .max(
      appearanceLimits.stepText,
      `The text of a step can have at most ${appearanceLimits.stepText} characters`,
    ),
});

const accent = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text || null)
  .refine((color) => color === null || isColor(color), 'accent must be a colour as #rrggbb')
  .superRefine((color, issue) => {
    const nearest = color !== null && isColor(color) ? nearestAccent(color) : null;
    if (color === null || nearest === null) return;
    const found = (Math.floor(contrast(color, lightGround) * 10) / 10).toFixed(1);
    issue.addIssue({
      code: 'custom',
      message: `${color} is hard to read: its contrast is ${found}, and ${leastContrast} is needed. The nearest readable colour is ${nearest}.`,
    });
  })
  .nullable()
  .default(null);

const countryCode = z
  .string()
  .trim()
  .transform((text) => text.replace(/^\+/, ''))
  .refine(
    (digits) => /^([1-9]\d{0,2})?$/.test(digits),
    'country_code must be one to three digits, such as +91',
  )
  .transform((digits) => (digits === '' ? null : `+${digits}`))
  .nullable()
  .default(null);

const fields = {
  name: words('name', appearanceLimits.name),
  accent,
  heading: words('heading', appearanceLimits.heading),
  paragraph: words('paragraph', appearanceLimits.paragraph),
  steps: z.array(step).length(homeSteps, `steps must be ${homeSteps}, or null`).nullable().default(null),
  contact: words('contact', appearanceLimits.contact),
  mail_footer: words('mail_footer', appearanceLimits.mailFooter),
  /** Of national phone numbers, for links to WhatsApp. */
  country_code: countryCode,
};

/** Of the IANA list; absent, it stays. */
const zone = z.string().trim().max(appearanceLimits.zone, 'zone is too long').optional();

const appearance = z.object({
  ...fields,
  logo: z.object({ light: z.string().nullable(), dark: z.string().nullable() }),
  /** What empty fields show, and why the zone cannot change; null if it can. */
  defaults: z.object({
    name: z.string(),
    contact: z.string().nullable(),
    zone_fixed: z.string().nullable(),
  }),
  zone: z.string(),
  version: z.string(),
});
export type AppearanceEntry = z.infer<typeof appearance>;

const answers = { 200: appearance, 400: fieldsBody, 401: errorBody, 409: conflictBody(appearance) };

export const readAppearance = endpoint('GET', '/api/staff/face', {
  summary:
    "The academy's name, colour, logo, first words, contact, mail footer and country code of phones; null where the default applies",
  answers: { 200: appearance, 401: errorBody },
});

/** With the first administrator. */
export const beginning = z.object({
  academy_name: words('The name', appearanceLimits.name),
  accent,
  zone,
});

export const putSetUpLogo = endpoint('POST', '/api/auth/setup/logo', {
  summary:
    "Store the academy's logo before there is an administrator, with `token` of the first start before the `file`: SVG, PNG or WebP of at most 200 KB",
  multipart: true,
  body: z.object({ token: z.string() }),
  answers: { 200: z.object({ logo: z.string() }), 413: errorBody, 415: errorBody },
});

export const changeAppearance = endpoint('PUT', '/api/staff/face', {
  summary:
    "Change the academy's name, colour, first words, contact, mail footer and country code of phones; the logos stay. The time zone can change before the first batch",
  takesIdempotencyKey: true,
  body: onlyThese({
    ...fields,
    zone,
    version: z.string().optional(),
    began: beganWith({ ...fields, zone }),
  }),
  answers,
});

export const putLogo = endpoint('POST', '/api/staff/face/logo', {
  summary:
    'Store the logo of a scheme, `light` or `dark`: SVG (drawn as a picture), PNG or WebP of at most 200 KB. `original` is the address of the logo that was seen, empty for none. A change by others is then 409 with `current`',
  multipart: true,
  takesIdempotencyKey: true,
  body: z.object({ scheme: z.enum(logoSchemes).default('light'), original: z.string().optional() }),
  answers: { 200: appearance, 401: errorBody, 409: conflictBody(appearance), 413: errorBody, 415: errorBody },
});

export const removeLogo = endpoint('DELETE', '/api/staff/face/logo/:scheme', {
  summary: 'Remove the logo of a scheme; the default logo is shown again. `original` as above',
  params: z.object({ scheme: z.enum(logoSchemes) }),
  query: z.object({ original: z.string().optional() }),
  takesIdempotencyKey: true,
  answers: { 200: appearance, 401: errorBody, 409: conflictBody(appearance) },
});
