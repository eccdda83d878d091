package pitofpillars

// How many patterns of steps each group has along each of its sides.
const (
	stepGroups      = 5 // kinds of main step: entries, and moves by what they leave behind
	groupSizes      = 4 // men that move, or in reserve, the last for more
	grounds         = 5 // what men land on
	slacks          = maxSlack - minSlack + 1
	threatCounts    = 4 // stacks that a stack attacks
	captureCounts   = 5 // men taken or regained, the last for more
	alarms          = 3 // stacks attacked, the last for more
	reaches         = 4 // who can land on a square: nobody, the seat to act, its opponent, both
	slideLengths    = 7
	setUpKinds      = 3 // kinds of step of the entering stage
	neighbourCounts = 5
	besidePillar    = 2 * slacks * 2 * 2 // a stack next to a pillar: whose, slack, mixed or not, exposed or not
)

// The first pattern of each group.
const (
	firstGroup        = 0
	firstFled         = firstGroup + stepGroups*groupSizes
	firstGround       = firstFled + (stepGroups-1)*dangers
	firstCapture      = firstGround + grounds*slacks*2*2
	firstStepThreats  = firstCapture + 2*captureCounts*captureCounts
	firstEntryClass   = firstStepThreats + 2*threatCounts
	firstLandingClass = firstEntryClass + squareClasses
	firstLeavingClass = firstLandingClass + squareClasses
	firstDecline      = firstLeavingClass + squareClasses
	firstSlideTo      = firstDecline + alarms*alarms
	firstSlideFrom    = firstSlideTo + besidePillar
	firstBlocks       = firstSlideFrom + besidePillar
	firstUnblocks     = firstBlocks + reaches
	firstPillarTo     = firstUnblocks + reaches
	firstPillarFrom   = firstPillarTo + squareClasses
	firstSlideLength  = firstPillarFrom + squareClasses
	firstSetUpClass   = firstSlideLength + slideLengths
	firstSetUpBeside  = firstSetUpClass + setUpKinds*squareClasses
	stepPatternCount  = firstSetUpBeside + setUpKinds*neighbourCounts*neighbourCounts
)
