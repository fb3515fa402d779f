/** An e-mail address in the form that the service compares: trimmed, in lower case. */
export const normalEmail = (given: string): string => given.trim().toLowerCase()

/** The contract's rule (schema/chatapp/bodies.ts). */
export const isEmail = (email: string): boolean => email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

/** The digits of a code as it was typed or pasted: `123 456` and `123-456` are the same. */
export const normalCode = (given: string): string => given.replace(/\D/g, '').slice(0, 6)

export const isCode = (code: string): boolean => /^\d{6}$/.test(code)
