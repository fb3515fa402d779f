/** Launch data in the form of the identity provider: its fields, each decoded once, the time as a number. */
export interface LaunchFields {
  [name: string]: string | number
  auth_date: number
  hash: string
  user: string
}

/** The fields of raw launch data. The provider validates them: it checks the chat app's signature. */
export function launchFields(raw: string): LaunchFields {
  const { auth_date: authDate = '', hash = '', user = '', ...rest } = Object.fromEntries(new URLSearchParams(raw))
  return { ...rest, auth_date: Number(authDate), hash, user }
}
