import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slots } from '../../src/velodrome/web/games/velocity/riders.js'
import { freeRoom, plateOf } from '../../src/velodrome/web/games/velocity/road.js'
import { SHAPES, street } from '../../src/velodrome/web/games/velocity/street.js'

const [SPACES, PLACES] = [35, 8]
const [HALF_WIDTH, HALF_HEIGHT] = [11.5, 8] // of a number plate, before it is scaled

for (const [shape, { small }] of Object.entries(SHAPES))
  test(`numbers do not cover couriers on a ${shape} board`, () => {
    const way = street(SPACES, PLACES, shape)
    for (const spot of way.spots.slice(1)) {
      const [plate, free] = [plateOf(way, spot), freeRoom(way, spot)]
      for (let teams = 1; teams <= 4; teams++)
        for (const slot of slots(teams, free.wide, free.high, small)) {
          const across = Math.abs(spot.x + free.x + slot.x - plate.x) - slot.size / 2 - HALF_WIDTH * plate.scale
          const down = Math.abs(spot.y + free.y + slot.y - plate.y) - slot.size / 2 - HALF_HEIGHT * plate.scale
          assert(across >= 0 || down >= 0, `${teams} teams, ${slot.size} wide`)
        }
    }
  })
