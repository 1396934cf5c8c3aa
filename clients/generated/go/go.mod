module judges/journey

go 1.23

require generated.example/judges/client v0.0.0

require gopkg.in/validator.v2 v2.0.1

replace generated.example/judges/client => ../client
