type Written = { author: { online: boolean } };

/** What people wrote, but for whether they are online: that is written behind, and may change between two calls. */
export function withoutPresence<T extends Written>(posts: readonly T[]) {
  return posts.map((post) => ({ ...post, author: { ...post.author, online: null } }));
}
