import { activity } from './activity.ts'
import { services } from './services.ts'
import { bulk } from './bulk.ts'
import { card } from './card.ts'
import { cards } from './cards.ts'
import { confirm } from './confirm.ts'
import { connect } from './connect.ts'
import { errors } from './errors.ts'
import { overview } from './overview.ts'
import { hold } from './hold.ts'
import { people } from './people.ts'
import { files } from './files.ts'
import { problems } from './problems.ts'
import { provider } from './provider.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { sync } from './sync.ts'
import { webhook } from './webhook.ts'

/** The words of the first screens, and of what any screen may show: bundled with the page. */
export const first = {
  ...files,
  ...shell,
  ...signIn,
  ...hold,
  ...overview,
  ...cards,
  ...confirm,
  ...bulk,
  ...card,
  ...activity,
  ...people,
  ...services,
  ...webhook,
  ...connect,
  ...sync,
  ...provider,
  ...errors,
  ...problems,
} as const satisfies Record<string, string>
