// Put before a program with `NODE_OPTIONS=--import …`: its clock starts at the same moment every time. It runs so
// slowly that what happened is of the same age however long a busy machine takes.
const started = Number(process.env.FUELCARD_TEST_TIME)
const RealDate = Date
const now = () => started + Math.floor(performance.now() / 20)

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
