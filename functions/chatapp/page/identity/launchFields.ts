/** Launch data as the identity provider takes it: its fields, each decoded once, the time as a number. */
export interface LaunchFields {
  [name: string]: string | number
  auth_date: number
  hash: string
  user: string
}

/** The fields of raw launch data. What is wrong with them is the provider's to say: it checks what the chat app signed. */
export function launchFields(raw: string): LaunchFields {
  const { auth_date: authDate = '', hash = '', user = '', ...rest } = Object.fromEntries(new URLSearchParams(raw))
  return { ...rest, auth_date: Number(authDate), hash, user }
}
