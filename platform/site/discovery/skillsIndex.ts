import { createHash } from 'node:crypto'
import { skills } from '../../skills.ts'
import { skillUrl } from './paths.ts'

/** The index of the host's skills (Agent Skills Discovery 0.2.0). A digest is of the bytes that the URL serves. */
export const skillsIndex = () => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills().map(({ name, description, text }) => ({
    name,
    type: 'skill-md',
    description,
    url: skillUrl(name),
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  })),
})
