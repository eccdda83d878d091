module pillars

go 1.26
