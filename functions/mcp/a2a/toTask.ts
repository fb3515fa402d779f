import type { StreamResponse, Task } from '@a2a-js/sdk'

type Event = NonNullable<StreamResponse['payload']>

/** The task that the events of a stream lead to. Pieces of a text become one. */
export async function toTask(events: AsyncIterable<Event>): Promise<Task> {
  let task: Task | undefined
  for await (const event of events) {
    if (event.$case === 'task') task = event.value
    else if (!task) throw new Error('a stream of a task begins with the task')
    else if (event.$case === 'statusUpdate') task.status = event.value.status
    else if (event.$case === 'artifactUpdate' && event.value.artifact) {
      const { artifact, append } = event.value
      const [last] = task.artifacts
      if (append && last) appendTo(last, artifact)
      else task.artifacts = [artifact]
    }
  }
  if (!task) throw new Error('a stream of a task has the task')
  return task
}

type Artifact = Task['artifacts'][number]

function appendTo({ parts: [first] }: Artifact, { parts: [more] }: Artifact): void {
  if (first?.content?.$case === 'text' && more?.content?.$case === 'text') first.content.value += more.content.value
}
