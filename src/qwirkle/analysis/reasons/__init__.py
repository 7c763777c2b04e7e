"""Why one turn is better than another: facts about the two, and the sentence for each."""
