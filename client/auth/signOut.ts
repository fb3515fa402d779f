import type { Client } from '../createClient.ts'

/**
 * Ends what signs in a client's calls: a session ends at the API, and what is stored of it is removed. A SIWA receipt is forgotten, and
 * expires within 30 minutes. Without a sign-in there is nothing to do.
 *
 * Throws what the API and the store throw; the client is then still signed in, and the call can be repeated.
 */
export async function signOut(client: Client): Promise<void> {
  const { credential } = client
  await credential?.end?.()
  if (client.credential === credential) client.credential = undefined
}
