import { z } from 'zod';
import { instant } from '../wire/endpoint.ts';

export const offerStates = ['held', 'picked', 'refused', 'lapsed'] as const;

/** A time that a student may have instead of the one that they were told. */
export const vivaOffer = z.object({
  id: z.string(),
  starts_at: instant,
  /** `YYYY-MM-DDTHH:MM`, in the academy's zone. */
  local: z.string(),
  minutes: z.number(),
  room: z.string(),
  state: z.enum(offerStates),
  /** Until then nobody else gets it. */
  held_until: instant,
});
export type VivaOffer = z.infer<typeof vivaOffer>;

/** What the office sees of a request for another time. */
export const askedViva = z.object({
  /** As planned now; null where the office has taken it away. */
  local: z.string().nullable(),
  room: z.string().nullable(),
  /** `is_free`: whether the office can give it now. */
  offers: z.array(vivaOffer.extend({ is_free: z.boolean() })),
});
export type AskedViva = z.infer<typeof askedViva>;

/** What a student can do about a time that they were told: nothing is null. */
export const vivaChanges = ['may-ask', 'asked', 'choose', 'picked'] as const;
export type VivaChange = (typeof vivaChanges)[number];
