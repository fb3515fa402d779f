import { mountTry } from './try/mountTry.tsx'

// The form of an operation's page that calls it.
for (const section of document.querySelectorAll<HTMLElement>('[data-try]')) mountTry(section)
