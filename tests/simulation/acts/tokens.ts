import { dayMs } from '#contract/durations';
import { answersToken } from '../tokens.ts';
import { localDay, pick, upTo, type Act } from './act.ts';

export const tokenActs: Act[] = [
  {
    name: 'create an access token',
    weight: 1.2,
    plan(world) {
      const { ledger, clock } = world;
      const who = pick(world, [...ledger.of('mentor'), ...ledger.of('administrator')]);
      if (who === null || ledger.tokens.filter(({ holder }) => holder === who).length > 6) return null;
      const days = upTo(world, 20);
      const ends_on = localDay(clock.now() + days * dayMs);
      return {
        request: {
          who,
          method: 'POST',
          url: '/api/account/tokens',
          key: world.key(),
          body: { name: 'Simulated', scopes: ['batch:read'], ends_on },
        },
        says: `${who.email} creates a token until ${ends_on}`,
        settle({ body: { token, secret } }) {
          if (ledger.tokens.some(({ id }) => id === token.id)) return;
          ledger.tokens.push({
            id: token.id,
            secret,
            holder: who,
            endsAt: Date.parse(token.ends_at),
            isRevoked: false,
          });
        },
        // Shown once: a repetition has none, and says nothing of a token that is gone.
        isLasting: () => false,
      };
    },
  },
  {
    name: 'revoke an access token',
    weight: 0.8,
    async plan(world) {
      const token = pick(
        world,
        world.ledger.tokens.filter(({ isRevoked }) => !isRevoked),
      );
      if (token === null) return null;
      const { holder: who, id } = token;
      // A program works with it until then, and is refused at once.
      const use = async (): Promise<void> => {
        const { wrong } = token.secret === null ? { wrong: null } : await answersToken(world, token);
        if (wrong !== null) world.portal.seams.broken.push(wrong);
      };
      await use();
      return {
        request: { who, method: 'DELETE', url: `/api/account/tokens/${id}`, key: world.key(), body: {} },
        says: `${who.email} revokes the token ${id}`,
        async settle() {
          token.isRevoked = true;
          await use();
        },
      };
    },
  },
  {
    name: 'use an access token',
    weight: 1.5,
    async run(world) {
      const token = pick(
        world,
        world.ledger.tokens.filter(({ secret }) => secret !== null),
      );
      if (token === null) return null;
      const { status, wrong } = await answersToken(world, token);
      if (wrong !== null) world.portal.seams.broken.push(wrong);
      return `a program uses the token ${token.id}: ${status}`;
    },
  },
];
